import { sql } from '@vigia/database';

/** As it is searched for: in any case and without accents. */
export const plain = (text: string) => sql`translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`;
