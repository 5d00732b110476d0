/** The first is the default language of the product. */
export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];
