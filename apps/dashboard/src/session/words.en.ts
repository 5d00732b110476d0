import type { es } from './words.es.ts';

export const en: typeof es = {
  title: 'Sign in',
  product: 'Risk and compliance profiles',
  email: 'Email',
  password: 'Password',
  enter: 'Sign in',
  locked: 'Too many attempts.',
  lockedFor: (seconds) => `You can try again in ${seconds} s.`,
  ended: 'Your session has ended. Sign in to return to the page where you were.',
  noCookies: 'Your browser blocks the cookies of this page, and you cannot sign in without them. Allow them and reload the page.',
  forgotten: 'Forgot your password? An administrator of your corporation can give you a new link.',
  reference: 'API reference',
};
