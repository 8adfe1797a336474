const everyMs = 50;

/** Watches how much memory this process uses; `end` returns the peaks as text. */
export function watchMemory(): { end(): string } {
  const before = process.memoryUsage.rss();
  let resident = 0;
  let heap = 0;
  const look = () => {
    const now = process.memoryUsage();
    resident = Math.max(resident, now.rss);
    heap = Math.max(heap, now.heapUsed);
  };
  const watch = setInterval(look, everyMs);
  return {
    end() {
      clearInterval(watch);
      look();
      return `peak ${megabytes(resident)} MB (${megabytes(resident - before)} above the start), heap ${megabytes(heap)} MB`;
    },
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
