import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Draws anew for paper and back: the browser prints what is drawn when `beforeprint` has been handled. */
export function usePrinting(draw: (isPrinting: boolean) => void): void {
  useEffect(() => {
    const print = ({ type }: Event) => flushSync(() => draw(type === 'beforeprint'));
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', print);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', print);
    };
  }, [draw]);
}

export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  usePrinting(setPrinting);
  return isPrinting;
}
