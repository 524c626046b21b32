export const models: Readonly<
  Record<
    'en' | 'fr',
    { readonly model: string; readonly words: readonly (readonly [word: string, sounds: string])[] }
  >
>;
