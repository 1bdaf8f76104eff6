#include "term/store.h"

term term_mk_select(term_store *ts, term array, term index)
{
    assert(sort_is_equal(sort_array_index(ts, term_sort(ts, array)), term_sort(ts, index)));
    for (;;) {
        if (store_kind(ts, array) == TERM_CONST_ARRAY) return store_arg(ts, array, 0);
        if (store_kind(ts, array) != TERM_STORE) break;
        term same = term_mk_eq(ts, store_arg(ts, array, 1), index);
        if (term_is_equal(same, term_true(ts))) return store_arg(ts, array, 2);
        if (!term_is_equal(same, term_false(ts))) break;
        array = store_arg(ts, array, 0);
    }
    return store_intern(ts, TERM_SELECT, sort_array_element(ts, term_sort(ts, array)), 0, 0, (term[]){array, index}, 2);
}

term term_mk_store(term_store *ts, term array, term index, term value)
{
    sort s = term_sort(ts, array);
    assert(sort_is_equal(sort_array_index(ts, s), term_sort(ts, index)));
    assert(sort_is_equal(sort_array_element(ts, s), term_sort(ts, value)));
    if (store_kind(ts, array) == TERM_STORE && term_is_equal(store_arg(ts, array, 1), index)) array = store_arg(ts, array, 0);
    if (store_kind(ts, array) == TERM_CONST_ARRAY && term_is_equal(store_arg(ts, array, 0), value)) return array;
    if (store_kind(ts, value) == TERM_SELECT && term_is_equal(store_arg(ts, value, 0), array) &&
        term_is_equal(store_arg(ts, value, 1), index))
        return array;
    return store_intern(ts, TERM_STORE, s, 0, 0, (term[]){array, index, value}, 3);
}

term term_mk_const_array(term_store *ts, sort array, term value)
{
    assert(sort_is_equal(sort_array_element(ts, array), term_sort(ts, value)));
    return store_intern(ts, TERM_CONST_ARRAY, array, 0, 0, &value, 1);
}
