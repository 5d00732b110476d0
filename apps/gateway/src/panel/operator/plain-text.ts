import { sql } from '@vigia/database';

/** The form in which text is searched: without case and accents. */
export const plain = (text: string) => sql`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`;
