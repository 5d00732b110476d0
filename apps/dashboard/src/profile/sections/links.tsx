import { Button, Group, Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { useState } from 'react';
import { useIsPrinting } from '#kit/printing.ts';
import { month } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import { contentOf } from '#profile/contents.ts';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { SubTitle } from './ratings.tsx';
import { Scrolling } from '#profile/scrolling.tsx';

type Direction = SectionContents['finanzas']['codeudores_avales']['a_favor'];

/** A company may have thousands of links: drawing all of them holds up a phone for seconds. */
const shownFirst = 50;

export function Links({ summary }: { summary: SummaryV2 }) {
  const { links: words } = useProfileWords().sections;
  const { language } = useLanguage();
  const unread = useUnread();
  const content = contentOf(summary, 'finanzas');
  if (!content) return null;
  const { corte, a_favor, como_garante } = content.codeudores_avales;
  const sides: [string, Direction][] = [
    [words.favour, a_favor],
    [words.guarantor, como_garante],
  ];
  return (
    <SectionCard summary={summary} section="finanzas" title={words.title} subtitle={corte ? words.cut(month(corte, language)) : undefined}>
      {() =>
        a_favor.contrapartes + como_garante.contrapartes === 0 ? (
          <Text size="sm">{unread('codeudores_avales') ?? words.none}</Text>
        ) : (
          <>
            <Totals sides={sides} />
            {sides.map(([name, direction]) => direction.vinculos.length > 0 && <LinksOf key={name} name={name} direction={direction} />)}
            <Text size="xs" c="dimmed" mt="xs">
              {words.contingent}
            </Text>
          </>
        )
      }
    </SectionCard>
  );
}

function Totals({ sides }: { sides: [string, Direction][] }) {
  const { links: words } = useProfileWords().sections;
  return (
    <Scrolling label={words.title}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{words.side}</th>
            <th scope="col">{words.counterparty}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {sides.map(([name, { total, por_aval, por_codeudor, avales, codeudores, contrapartes }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {words.counterparties(contrapartes)}
                <span className={styles.small}>
                  {words.guarantors(avales)}, {words.coDebtors(codeudores)}
                </span>
              </td>
              <td>
                {soles(total)}
                <span className={styles.small}>
                  {soles(por_aval)} {words.asGuarantor}
                </span>
                <span className={styles.small}>
                  {soles(por_codeudor)} {words.asCoDebtor}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function LinksOf({ name, direction: { vinculos } }: { name: string; direction: Direction }) {
  const { links: words } = useProfileWords().sections;
  const { noInformation, notReported } = nullWords[useLanguage().language];
  const [isAsked, setAsked] = useState(false);
  const isWhole = useIsPrinting() || isAsked;
  const byAmount = vinculos.toSorted((a, b) => (b.monto ?? -1) - (a.monto ?? -1));
  return (
    <>
      <SubTitle>{name}</SubTitle>
      {vinculos.length > shownFirst && (
        <Group gap="xs" mb={6} className="not-printed">
          {!isAsked && <Text size="sm">{words.largest(shownFirst)}</Text>}
          <Button size="compact-sm" variant="default" onClick={() => setAsked(!isAsked)}>
            {isAsked ? words.onlyLargest(shownFirst) : words.all(vinculos.length)}
          </Button>
        </Group>
      )}
      <Scrolling label={name}>
        <table className={`${styles.figures} ${styles.words}`}>
          <thead>
            <tr>
              <th scope="col">{words.counterparty}</th>
              <th scope="col">{words.role}</th>
              <th scope="col">{words.entity}</th>
              <th scope="col">{words.rating}</th>
              <th scope="col">{words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? byAmount : byAmount.slice(0, shownFirst)).map(({ rol, contraparte, entidad, monto, calificacion }) => (
              <tr key={`${rol} ${contraparte.tipo_doc} ${contraparte.doc} ${contraparte.nombre} ${entidad}`}>
                <th scope="row">
                  {contraparte.nombre}
                  <span className={styles.small}>
                    {contraparte.tipo_doc} {contraparte.doc}
                  </span>
                </th>
                <td>{words.roles[rol]}</td>
                <td>{entidad ?? noInformation}</td>
                <td>{calificacion ?? (rol === 'aval' ? noInformation : '—')}</td>
                <td>{orWord(monto, soles, notReported)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}
