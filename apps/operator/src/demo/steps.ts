import type { Paint } from '../output/paint.js';
import type { Progress } from '../output/progress.js';

export type Say = (state: string) => void;
export type Step = <T>(name: string, work: (say: Say) => Promise<T>) => Promise<T>;

/** Shows what is under way and for how long, then how it ended. */
export function stepsOn(progress: Progress, paint: Paint): Step {
  return async (name, work) => {
    const startedAt = performance.now();
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    const end = (mark: string) => progress.done(`${mark} ${name} (${elapsedMs()} ms)`);
    progress.now(`→ ${name} …`);
    try {
      const result = await work((state) => progress.now(`→ ${name} … ${Math.round(elapsedMs() / 1000)} s, ${state}`));
      end(paint('green', '✓'));
      return result;
    } catch (error) {
      end(paint('red', '✗'));
      throw error;
    }
  };
}
