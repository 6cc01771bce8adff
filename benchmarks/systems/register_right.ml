let value = ref 0
let fresh () = value := 0
let write x = value := x
let read () = !value
