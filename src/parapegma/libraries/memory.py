"""What Numba's code calls to have memory and to count who uses it, written in LLVM's IR.

Rules allocate nothing, so all but the checks of invariants (which use np.zeros) are handed arrays that nobody
counts: their counter is null, LLVM sees so and removes the counting.
"""

MEMORY = """
declare ptr @malloc(i64)
declare void @free(ptr)

define linkonce_odr noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %whole = add i64 %size, 64
  %block = call ptr @malloc(i64 %whole)
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %begin
begin:
  store i64 1, ptr %block
  br label %end
end:
  ret ptr %block
}

define linkonce_odr ptr @NRT_MemInfo_data_fast(ptr %block) alwaysinline {
  %data = getelementptr i8, ptr %block, i32 64
  ret ptr %data
}

define linkonce_odr void @NRT_incref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %count
count:
  %users = load i64, ptr %block
  %more = add i64 %users, 1
  store i64 %more, ptr %block
  br label %end
end:
  ret void
}

define linkonce_odr void @NRT_decref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %end, label %count
count:
  %users = load i64, ptr %block
  %fewer = sub i64 %users, 1
  store i64 %fewer, ptr %block
  %last = icmp eq i64 %fewer, 0
  br i1 %last, label %release, label %end
release:
  call void @free(ptr %block)
  br label %end
end:
  ret void
}
"""

WASM_MEMORY = """
@room = internal global [65536 x i8] zeroinitializer, align 64
@filled = internal global i32 0
@held = internal global i32 0

declare void @llvm.trap()

define internal ptr @malloc(i64 %size) {
  %small = trunc i64 %size to i32
  %padded = add i32 %small, 63
  %whole = and i32 %padded, -64
  %from = load i32, ptr @filled
  %to = add i32 %from, %whole
  %over = icmp ugt i32 %to, 65536
  br i1 %over, label %full, label %fits
full:
  call void @llvm.trap()
  unreachable
fits:
  store i32 %to, ptr @filled
  %holders = load i32, ptr @held
  %more = add i32 %holders, 1
  store i32 %more, ptr @held
  %block = getelementptr i8, ptr @room, i32 %from
  ret ptr %block
}

define internal void @free(ptr %block) {
  %holders = load i32, ptr @held
  %fewer = sub i32 %holders, 1
  store i32 %fewer, ptr @held
  %last = icmp eq i32 %fewer, 0
  br i1 %last, label %empty, label %end
empty:
  store i32 0, ptr @filled
  br label %end
end:
  ret void
}
"""
"""Where there is no C library: 64 KiB, free again when the last block is given back. One thread only."""
