import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export const useProfileWords = () => useWords({ es, en });
