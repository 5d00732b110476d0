const shortest = 12;
const fewestDifferent = 5;
/** A shorter name stands in too many words. */
const shortestName = 4;

/** What is wrong with a password that somebody chose; undefined if nothing is. Length counts for more than kinds of characters. */
export function passwordFault(password: string, email: string): string | undefined {
  const characters = Array.from(password);
  if (characters.length < shortest) return `a password has at least ${shortest} characters`;
  if (new Set(characters).size < fewestDifferent) return `a password has at least ${fewestDifferent} different characters`;
  const [mailbox = ''] = email.split('@');
  if (mailbox.length >= shortestName && password.toLowerCase().includes(mailbox))
    return 'a password does not contain the name of its owner';
  return undefined;
}
