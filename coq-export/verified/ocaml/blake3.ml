(* The hash of the certificate format (docs/CERTIFICATE.md), from its published description: blocks of 64 bytes, chunks
   of 1024, a binary tree of chunks. Written for short texts, not for speed. *)

let iv = [| 0x6A09E667; 0xBB67AE85; 0x3C6EF372; 0xA54FF53A; 0x510E527F; 0x9B05688C; 0x1F83D9AB; 0x5BE0CD19 |]
let order = [| 2; 6; 3; 10; 7; 0; 4; 13; 1; 11; 12; 5; 9; 14; 15; 8 |]
let chunk_start, chunk_end, parent, root = 1, 2, 4, 8
let mask = 0xFFFFFFFF
let rotate x n = ((x lsr n) lor (x lsl (32 - n))) land mask

(* For each of the seven rounds, which words of the block it takes. *)
let schedule =
  let turns = Array.make 7 (Array.init 16 Fun.id) in
  for turn = 1 to 6 do
    turns.(turn) <- Array.map (fun i -> turns.(turn - 1).(i)) order
  done;
  turns

(* The words of the state after a block; the first eight are the chaining value. *)
let compress cv words counter length flags =
  let v = Array.append (Array.sub cv 0 8) [| iv.(0); iv.(1); iv.(2); iv.(3); counter land mask; counter lsr 32; length; flags |] in
  let mix a b c d x y =
    let va = (v.(a) + v.(b) + x) land mask in
    let vd = rotate (v.(d) lxor va) 16 in
    let vc = (v.(c) + vd) land mask in
    let vb = rotate (v.(b) lxor vc) 12 in
    let va = (va + vb + y) land mask in
    let vd = rotate (vd lxor va) 8 in
    let vc = (vc + vd) land mask in
    v.(a) <- va; v.(d) <- vd; v.(c) <- vc; v.(b) <- rotate (vb lxor vc) 7 in
  for turn = 0 to 6 do
    let m = schedule.(turn) in
    let word i = words.(m.(i)) in
    mix 0 4 8 12 (word 0) (word 1); mix 1 5 9 13 (word 2) (word 3); mix 2 6 10 14 (word 4) (word 5); mix 3 7 11 15 (word 6) (word 7);
    mix 0 5 10 15 (word 8) (word 9); mix 1 6 11 12 (word 10) (word 11); mix 2 7 8 13 (word 12) (word 13); mix 3 4 9 14 (word 14) (word 15)
  done;
  Array.init 8 (fun i -> v.(i) lxor v.(i + 8))

(* Up to 1024 bytes. *)
let chunk text start length counter last =
  let blocks = max 1 ((length + 63) / 64) in
  let cv = ref iv in
  let block_bytes = Bytes.make 64 '\000' in
  for block = 0 to blocks - 1 do
    let at = 64 * block in
    let count = min 64 (length - at) in
    if count < 64 then Bytes.fill block_bytes 0 64 '\000';
    Bytes.blit_string text (start + at) block_bytes 0 count;
    let word i = Int32.to_int (Bytes.get_int32_le block_bytes (4 * i)) land mask in
    let flags = (if block = 0 then chunk_start else 0) lor (if block = blocks - 1 then chunk_end lor last else 0) in
    cv := compress !cv (Array.init 16 word) counter count flags
  done;
  !cv

let rec tree text start length counter last =
  if length <= 1024 then chunk text start length counter last
  else begin
    let rec largest n = if 2 * n < length then largest (2 * n) else n in
    let left = largest 1024 in
    let a = tree text start left counter 0 in
    let b = tree text (start + left) (length - left) (counter + left / 1024) 0 in
    compress iv (Array.append a b) 0 64 (parent lor last)
  end

(* The 32 bytes of the hash. *)
let hash text =
  let words = tree text 0 (String.length text) 0 root in
  String.init 32 (fun i -> Char.chr ((words.(i / 4) lsr (8 * (i mod 4))) land 255))

let hex bytes = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq bytes)))
