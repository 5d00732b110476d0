import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The library names the eye button only in English, and makes it unreachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const words = useWords({ es, en });
  return <PasswordInput visibilityToggleFocusable visibilityToggleButtonProps={{ 'aria-label': words.showTyped }} {...props} />;
}
