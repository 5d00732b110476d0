import { Group, Text, Title } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconCircleCheck, IconCircleMinus, IconHelpCircle } from '@tabler/icons-react';
import { hasAmounts } from '#kit/charts/bar.ts';
import { Chart } from '#kit/charts/chart.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { day, month } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import type { Language } from '#language/languages.ts';
import { change, percent, shortSoles, soles } from '#language/money.ts';
import { nullWords, orWord } from '#language/null-words.ts';
import { useUnread } from '#profile/basis/use-unread.ts';
import styles from '#profile/profile.module.css';
import { Scrolling } from '#profile/scrolling.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { Updates } from './updates.tsx';

const names: Record<Language, Intl.DisplayNames> = {
  es: new Intl.DisplayNames('es-PE', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/** Chile (CL). If a source gives a name instead of a code, it stays unchanged. */
function countryName(country: string, language: Language): string {
  return /^[A-Z]{2}$/.test(country) ? `${names[language].of(country)} (${country})` : country;
}

type Content = SectionContents['comercio_exterior'];
type Flow = Content['resumen'][number];

export function Trade({ summary }: { summary: SummaryV2 }) {
  const { trade: words } = useProfileWords().sections;
  const { language } = useLanguage();
  const { noInformation } = nullWords[language];
  return (
    <SectionCard summary={summary} section="comercio_exterior" title={words.title} subtitle={words.subtitle} isAnchor>
      {(content) => {
        const { corte_publicacion: cut, pendiente_de_calculo: isPending, resumen } = content;
        return (
          <>
            <Group gap="xs" mb="md">
              <Does what={words.importer} answer={content.es_importador} isPending={isPending} />
              <Does what={words.exporter} answer={content.es_exportador} isPending={isPending} />
            </Group>
            <div className={styles.halves}>
              {resumen.map((flow) => (
                <FlowOf
                  key={flow.tipo}
                  flow={flow}
                  publishedUntil={flow.tipo === 'Importaciones' ? cut.importaciones : cut.exportaciones}
                  isPending={isPending}
                />
              ))}
            </div>
            <Updates
              of={[
                [words.imports, orWord(content.ultima_actualizacion_importaciones, day, noInformation)],
                [words.exports, orWord(content.ultima_actualizacion_exportaciones, day, noInformation)],
                [words.agents, orWord(content.ultima_actualizacion_agentes_importacion, day, noInformation)],
              ]}
            />
          </>
        );
      }}
    </SectionCard>
  );
}

/** Unknown is neither yes nor no, and pending is not "no activity". */
function Does({ what, answer, isPending }: { what: string; answer: boolean | null; isPending: boolean }) {
  const { yes, no } = useProfileWords();
  const { noInformation, notYet } = nullWords[useLanguage().language];
  const said = answer === null ? (isPending ? notYet : noInformation) : answer ? yes : no;
  const icon = answer === null ? IconHelpCircle : answer ? IconCircleCheck : IconCircleMinus;
  return (
    <StatusBadge tone={answer ? 'info' : 'quiet'} icon={icon}>
      {what}: {said}
    </StatusBadge>
  );
}

interface FlowProps {
  flow: Flow;
  publishedUntil: string | null;
  isPending: boolean;
}

/** CIF and FOB are never on one axis. */
function FlowOf({ flow: { valor, ventanas, principal_partida }, publishedUntil, isPending }: FlowProps) {
  const { trade: words } = useProfileWords().sections;
  const { language } = useLanguage();
  const { noInformation, notYet } = nullWords[language];
  const unread = useUnread();
  const isImport = valor === 'CIF';
  const title = isImport ? words.imports : words.exports;
  const windows = ventanas.toSorted((a, b) => b.ventana - a.ventana);
  const bars = windows.map(({ hasta, monto_soles }) => ({
    label: words.until(month(hasta, language)),
    values: monto_soles === null ? null : { amount: monto_soles },
  }));
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Title order={3}>{title}</Title>
        <Text size="xs" c="dimmed">
          {words.publishedUntil} {orWord(publishedUntil, (text) => month(text, language), noInformation)}
        </Text>
      </Group>
      {windows.length === 0 ? (
        <Text size="sm" mt="xs">
          {unread(isImport ? 'importaciones' : 'exportaciones') ?? (isPending ? notYet : words.noCut)}
        </Text>
      ) : (
        <>
          {hasAmounts(bars) && (
            <Chart
              height={160}
              summary={words.summary(
                title,
                windows.map((one) => `${month(one.hasta, language)} ${orWord(one.monto_soles, soles, words.noRate)}`).join(', '),
              )}
              series={[{ key: 'amount', label: title, colour: isImport ? 'var(--chart-1)' : 'var(--chart-7)' }]}
              bars={bars}
              format={shortSoles}
            />
          )}
          <Windows title={title} windows={windows} />
        </>
      )}
      <Text size="xs" mt="xs">
        {words.heading}:{' '}
        {orWord(principal_partida, ({ codigo, nombre, participacion }) => `${codigo} ${nombre} (${percent(participacion)})`, noInformation)}
      </Text>
    </div>
  );
}

function Windows({ title, windows }: { title: string; windows: Flow['ventanas'] }) {
  const { trade: words } = useProfileWords().sections;
  const { language } = useLanguage();
  const { noBase, noInformation } = nullWords[language];
  return (
    <Scrolling label={title}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{words.period}</th>
            <th scope="col">{words.amount}</th>
            <th scope="col">{words.country}</th>
          </tr>
        </thead>
        <tbody>
          {windows.map((one) => (
            <tr key={one.ventana}>
              <th scope="row">
                {words.window(month(one.desde, language), month(one.hasta, language))}
                <span className={styles.small}>{words.declarations(one.numero_operaciones)}</span>
              </th>
              <td>
                {orWord(one.monto_soles, soles, words.noRate)}
                <span className={styles.small}>{orWord(one.variacion_porcentaje, change, noBase)}</span>
              </td>
              <td>
                {orWord(one.principal_pais, (country) => countryName(country, language), noInformation)}
                {one.participacion_principal_pais !== null && (
                  <span className={styles.small}>{percent(one.participacion_principal_pais)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
