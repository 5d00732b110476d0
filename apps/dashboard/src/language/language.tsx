import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { languages, type Language } from './languages.ts';

const key = 'vigia-language';

function chosenBefore(): Language {
  try {
    return languages.find((one) => one === localStorage.getItem(key)) ?? 'es';
  } catch {
    return 'es';
  }
}

const Chosen = createContext<{ language: Language; choose: (language: Language) => void }>({ language: 'es', choose: () => {} });

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(chosenBefore);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const chosen = useMemo(
    () => ({
      language,
      choose(other: Language) {
        try {
          localStorage.setItem(key, other);
        } catch {
          // It is kept while the page is open.
        }
        setLanguage(other);
      },
    }),
    [language],
  );
  return <Chosen value={chosen}>{children}</Chosen>;
}

export const useLanguage = () => useContext(Chosen);

/** The texts of a feature. `en` is declared as `typeof es`, so that neither language lacks one. */
export function useWords<Words>(dictionary: Record<Language, Words>): Words {
  return dictionary[useLanguage().language];
}
