import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The library names the eye in English alone, and keeps it from the keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const words = useWords({ es, en });
  return <PasswordInput visibilityToggleFocusable visibilityToggleButtonProps={{ 'aria-label': words.showTyped }} {...props} />;
}
