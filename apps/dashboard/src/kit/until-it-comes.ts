const pauseMs = 3_000;

/** Fetches a file without which something would stay unsaid: retries until it arrives. */
export async function untilItComes<T>(fetchFile: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchFile();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
