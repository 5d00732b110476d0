const pauseMs = 3_000;

/** A file of the page that something would go unsaid without: it is asked for until it comes. */
export async function untilItComes<T>(fetchFile: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchFile();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
