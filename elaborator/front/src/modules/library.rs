//! The names of libraries that are known, complete: what an `open` of one brings into scope, and what it does not.
//!
//! The lists are the union over qcheck 0.18 to 0.91. A name that only some versions have is in a list of
//! its own, because an `open` may or may not hide an earlier meaning with it.

use crate::syntax::Namespace;

/// A module whose names are all known.
struct Listed {
    path: &'static str,
    modules: &'static str,
    types: &'static str,
    fields: &'static str,
    constructors: &'static str,
    /// In all versions.
    values: &'static str,
    /// In some.
    sometimes: &'static str,
}

const GEN_VALUES: &str = "return pure >>= <*> map map2 map3 >|= <$> oneof oneofl oneofa frequency \
    frequencyl frequencya shuffle_a shuffle_l shuffle_w_l unit bool float pfloat nfloat \
    float_bound_inclusive float_bound_exclusive float_range --. nat big_nat neg_int pint int small_nat \
    small_int small_signed_int int_bound int_range graft_corners int_pos_corners int_corners -- ui32 \
    ui64 list list_size list_repeat array array_size array_repeat option opt pair triple quad char \
    printable numeral string_size string string_of string_printable small_string small_list flatten_l \
    flatten_a flatten_opt flatten_res small_array join sized sized_size fix delay generate generate1 \
    let+ and+ let* and*";

const GEN_SOMETIMES: &str = "tup2 tup3 tup4 tup5 tup6 tup7 tup8 tup9 char_range bytes_size bytes bytes_of \
    bytes_printable bytes_small bytes_small_of string_readable string_small string_small_of map4 map5 \
    bind ap int_pos int_neg int_pos_small nat_small int_small int_pos_mid int32 int64 float_pos float_neg \
    float_exp exponential char_printable char_numeral list_small array_small string_size_of bytes_size_of \
    result oneof_list oneof_array oneof_weighted oneof_list_weighted oneof_array_weighted flatten_list \
    flatten_array flatten_option flatten_result shuffle_list shuffle_array shuffle_list_weighted \
    small_int_corners nng_corners int_small_corners int_pos_small_corners range_subset array_subset \
    nat_split2 pos_split2 nat_split pos_split map_keep_input make_primitive add_shrink_invariant set_shrink \
    no_shrink generate_tree float_bound parse_seed string_len";

const QCHECK_VALUES: &str = "==> assume assume_fail make set_print set_small set_shrink set_collect set_stats \
    add_shrink_invariant set_gen add_stat gen get_gen get_print find_example find_example_gen choose unit \
    bool float pos_float neg_float float_bound_inclusive float_bound_exclusive float_range int int_bound \
    int_range small_nat small_int small_signed_int -- int32 int64 pos_int small_int_corners neg_int char \
    printable_char numeral_char string_gen_of_size string_gen string_of string small_string small_list \
    string_of_size printable_string string_printable printable_string_of_size string_printable_of_size \
    small_printable_string numeral_string string_numeral numeral_string_of_size string_numeral_of_size \
    list list_of_size array array_of_size pair triple quad option fun1_unsafe fun2_unsafe fun1 fun_nary \
    fun2 fun3 fun4 oneofl oneofa oneof always frequency frequencyl frequencya map map_same_type \
    map_keep_input";

const QCHECK_SOMETIMES: &str = "tup2 tup3 tup4 tup5 tup6 tup7 tup8 tup9 bytes_gen_of_size bytes_of bytes \
    bytes_small bytes_small_of bytes_of_size bytes_printable string_small string_small_of \
    string_small_printable printable_bytes nat_small int_pos int_neg int_small int_pos_small int_pos_mid \
    int_small_corners float_pos float_neg char_printable char_numeral list_small list_size array_small \
    array_size string_size string_size_of bytes_size bytes_size_of oneof_list oneof_array oneof_weighted \
    oneof_list_weighted oneof_array_weighted result exponential float_exp no_shrink make_int make_float \
    make_list array_of_list option_of";

/// Of printers, shrinkers and the like: what some version has. An `open` of one is about nothing that is read.
const ABOUT_VALUES: &str = "unit int bool float char bytes string option pair triple quad list array comap contramap \
    tup2 tup3 tup4 tup5 tup6 tup7 tup8 tup9 int32 int64 result either seq default nil char_numeral char_printable \
    filter int_aggressive list_spine list_elems number_towards int_towards int32_towards int64_towards float_towards \
    int_aggressive_towards empty return <*> >>= map map2 >|= append <+> of_list of_array find append_l flatten let+ \
    and+ let* and* equal hash print make nil_list int_range float_range char_towards bool_towards";

const PRINTERS: &str = "unit int bool float char string option pair triple quad list array comap";

const fn about_values(path: &'static str, values: &'static str) -> Listed {
    Listed { path, modules: "", types: "t", fields: "", constructors: "", values, sometimes: ABOUT_VALUES }
}

/// Instead of the names of values: any name that is a word. What such a module defines by the name is not asked, so its names are
/// doubtful; what matters is which modules, constructors and operators it does not define.
const ANY_WORD: &str = "*";

const fn of_tests(
    path: &'static str,
    types: &'static str,
    modules: &'static str,
    constructors: &'static str,
    values: &'static str,
) -> Listed {
    Listed { path, modules, types, fields: "", constructors, values, sometimes: "" }
}

const LISTED: [Listed; 15] = [
    of_tests(
        "Covenant_qcheck_stm",
        "ty ty_show res",
        "SpecDefaults Internal Make",
        "Unit Bool Char Int Int32 Int64 Float String Bytes Exn Option Result List Array Seq Res",
        "*",
    ),
    of_tests(
        "Alcotest",
        "testable extra_info test_case test return speed_level with_options here pos tester name",
        "Core Cli Test Source_code_position Unix_platform V1 Unstable Make",
        "Test_error Check_error Skip",
        "*",
    ),
    of_tests(
        "OUnit2",
        "test_ctxt test_fun test test_length log_severity",
        "Conf Threads",
        "Immediate Short Long Huge Custom_length",
        "* >: >:: >:::",
    ),
    of_tests(
        "OUnit",
        "test_fun test node path test_result test_event test_results",
        "",
        "TestCase TestList TestLabel ListItem Label RSuccess RFailure RError RSkip RTodo EStart EEnd EResult",
        "* >: >:: >::: @?",
    ),
    about_values("QCheck.Print", PRINTERS),
    about_values("QCheck.Shrink", "nil int option string list array pair triple"),
    about_values("QCheck.Iter", "empty return map of_list append"),
    about_values("QCheck.Observable", "unit bool int float string char option list array pair"),
    about_values("QCheck2.Print", PRINTERS),
    about_values("QCheck2.Observable", "unit bool int float string char option list array pair"),
    Listed {
        path: "QCheck",
        modules: "Gen Print Iter Shrink Observable TestResult Test Fn Tuple",
        types: "stat arbitrary fun_repr fun_",
        fields: "gen print small shrink collect stats",
        constructors: "Fun No_example_found",
        values: QCHECK_VALUES,
        sometimes: QCHECK_SOMETIMES,
    },
    Listed {
        path: "QCheck.Gen",
        modules: "",
        types: "t sized",
        fields: "",
        constructors: "",
        values: GEN_VALUES,
        sometimes: GEN_SOMETIMES,
    },
    Listed {
        path: "QCheck2",
        modules: "Tree Gen Print Shrink Observable Tuple Fn TestResult Test_exceptions Test",
        types: "fun_repr fun_ stat",
        fields: "",
        constructors: "Fun No_example_found",
        values: "fun1 fun2 fun3 fun4 fun_nary assume ==> assume_fail find_example find_example_gen",
        sometimes: "",
    },
    Listed {
        path: "QCheck2.Gen",
        modules: "",
        types: "t sized",
        fields: "",
        constructors: "",
        values: GEN_VALUES,
        sometimes: GEN_SOMETIMES,
    },
    Listed {
        path: "Printf",
        modules: "",
        types: "",
        fields: "",
        constructors: "",
        values: "fprintf printf eprintf sprintf bprintf ifprintf ibprintf kfprintf ikfprintf ksprintf kbprintf \
            ikbprintf",
        sometimes: "kprintf",
    },
];

/// Modules that can be named with a path. Opening one of these is opening something unknown.
const NAMED: &str = "List String Char Option Result Fun Int Bool Array Bytes Buffer Hashtbl Seq Float Int32 \
    Int64 Nativeint Random Sys Lazy Either Unit Format Stdlib QCheck QCheck2 Printf QCheck_runner \
    QCheck_base_runner QCheck_alcotest QCheck_ounit Alcotest OUnit2 OUnit Obj Gc Filename Printexc ListLabels \
    StringLabels Covenant_qcheck_stm Map Set Stack Queue Scanf Lexing Unix Str";

/// Names that mean something without any `open`.
const EVERYWHERE: &str = "not fst snd succ pred abs min max compare ignore string_of_int string_of_bool int_of_char \
    char_of_int float_of_int int_of_float max_int min_int failwith invalid_arg raise ref incr decr mod land lor lxor lsl \
    lsr asr int bool string char list option unit array float bytes result exn int32 int64 nativeint Some None Ok Error \
    Not_found Failure Invalid_argument";

/// Whether a name means something without any `open`; operators do.
pub(crate) fn is_everywhere(space: Namespace, name: &str) -> bool {
    let word = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    has(EVERYWHERE, name) || (space == Namespace::Value && !word)
}

fn listed(path: &str) -> Option<&'static Listed> {
    LISTED.iter().find(|module| module.path == path)
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|known| known == name)
}

/// Whether everything that a module defines is known.
pub(crate) fn is_listed(path: &str) -> bool {
    listed(path).is_some()
}

/// A compilation unit of a known library.
pub(crate) fn top_module(name: &str) -> Option<String> {
    has(NAMED, name).then(|| name.to_owned())
}

/// A module inside a library's module.
pub(crate) fn submodule(path: &str, name: &str) -> Option<String> {
    if path == "Stdlib" {
        return top_module(name);
    }
    listed(path).filter(|module| has(module.modules, name)).map(|_| format!("{path}.{name}"))
}

/// Whether a module that is listed defines a name, in some version at least.
pub(crate) fn defines(path: &str, space: Namespace, name: &str) -> bool {
    listed(path).is_some_and(|module| match space {
        Namespace::Value => has(module.values, name) || has(module.sometimes, name),
        Namespace::Type => has(module.types, name),
        Namespace::Constructor => has(module.constructors, name),
        Namespace::Field => has(module.fields, name),
    })
}

/// Whether it may or may not define the name: no list says so.
pub(crate) fn may_define(path: &str, space: Namespace, name: &str) -> bool {
    let word = name.starts_with(|first: char| first.is_lowercase() || first == '_');
    space == Namespace::Value && word && listed(path).is_some_and(|module| has(module.values, ANY_WORD))
}

/// Whether only some versions define it.
pub(crate) fn depends_on_version(path: &str, space: Namespace, name: &str) -> bool {
    space == Namespace::Value
        && listed(path).is_some_and(|module| has(module.sometimes, name) && !has(module.values, name))
}

/// The one name of a library's member.
pub(crate) fn canonical(path: &str, name: &str) -> String {
    match path {
        "Stdlib" => name.to_owned(),
        _ => format!("{path}.{name}"),
    }
}
