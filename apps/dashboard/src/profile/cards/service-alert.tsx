import { Group, Stack, Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconAlertOctagon, IconAlertTriangle, IconHelpCircle, IconInfoCircle, IconShieldCheck, type Icon } from '@tabler/icons-react';
import { Gauge } from '#kit/charts/gauge.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { month } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import type { Tone } from '#theme/colours.ts';
import { contentOf } from '#profile/contents.ts';
import { TopReasons } from '#profile/basis/reasons.tsx';
import { useUnread } from '#profile/basis/use-unread.ts';
import { Facts } from '#profile/facts.tsx';
import styles from '#profile/profile.module.css';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';

type Alert = SectionContents['alerta_servicio'];

const looks: Record<Alert['clasificacion'], { tone: Tone; icon: Icon }> = {
  'Sin alerta': { tone: 'good', icon: IconShieldCheck },
  'Alerta baja': { tone: 'info', icon: IconInfoCircle },
  'Alerta media': { tone: 'watch', icon: IconAlertTriangle },
  'Alerta alta': { tone: 'bad', icon: IconAlertTriangle },
  'Alerta crítica': { tone: 'bad', icon: IconAlertOctagon },
  'No procesado': { tone: 'quiet', icon: IconHelpCircle },
};

const modules = ['finanzas', 'judicial', 'laboral', 'boletin'] as const;

export function ServiceAlert({ summary }: { summary: SummaryV2 }) {
  const words = useProfileWords();
  const { alert } = words.cards;
  const { language } = useLanguage();
  const unread = useUnread();
  const content = contentOf(summary, 'alerta_servicio');
  const isPartial = content !== null && content.modulos_incluidos.length < modules.length;
  return (
    <SectionCard
      summary={summary}
      section="alerta_servicio"
      title={alert.title}
      subtitle={content ? alert.period(month(content.periodo, language)) : undefined}
      isAnchor
      isDashed={isPartial}
    >
      {(found) => (
        <div className={styles.alert}>
          <Stack gap="sm">
            <Level alert={found} isPartial={isPartial} />
            <Modules alert={found} />
            <Facts
              isWide
              facts={[
                [
                  alert.omissions,
                  found.omisiones_tributarias === null ? alert.unread : found.omisiones_tributarias ? alert.has : alert.hasNot,
                ],
                [alert.insolvency, found.boletin_concursal ? alert.listed : (unread('boletin_concursal') ?? alert.notListed)],
              ]}
            />
          </Stack>
          <TopReasons />
        </div>
      )}
    </SectionCard>
  );
}

function Level({
  alert: { clasificacion, puntaje_total, puntaje_maximo, modulos_incluidos },
  isPartial,
}: {
  alert: Alert;
  isPartial: boolean;
}) {
  const { alert } = useProfileWords().cards;
  const { tone, icon: Symbol } = looks[clasificacion];
  const level = alert.classes[clasificacion];
  const summary = alert.summary(level, puntaje_total, puntaje_maximo);
  return (
    <>
      <Group gap="xs">
        <Gauge summary={summary} value={puntaje_total} max={puntaje_maximo} colour={`var(--${tone}-ink)`} />
        <div>
          <Group gap={6} wrap="nowrap" c={`var(--${tone}-ink)`}>
            <Symbol size={20} style={{ flex: 'none' }} aria-hidden />
            <Text fw={700} size="lg" lh={1.15}>
              {level}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {alert.of(puntaje_total, puntaje_maximo)}
          </Text>
        </div>
      </Group>
      {isPartial && (
        <Group gap="xs">
          <StatusBadge tone="quiet" variant="outline">
            {alert.modules(modulos_incluidos.length)}
          </StatusBadge>
          <Text size="xs">{alert.partial}</Text>
        </Group>
      )}
    </>
  );
}

function Modules({ alert: found }: { alert: Alert }) {
  const { alert } = useProfileWords().cards;
  const { tone } = looks[found.clasificacion];
  return (
    <div className={styles.modules}>
      {modules.map((name) => {
        const [points, max] = [found[`puntaje_${name}`], found[`puntaje_maximo_${name}`]];
        const isIncluded = found.modulos_incluidos.includes(name) && points !== null;
        return (
          <div key={name} style={{ display: 'contents' }}>
            <span>{alert.module[name]}</span>
            <span className={styles.bar}>
              {isIncluded && max > 0 && <span style={{ width: `${(100 * points) / max}%`, background: `var(--${tone}-ink)` }} />}
            </span>
            <Text size="xs" ta="right" c={isIncluded ? undefined : 'dimmed'}>
              {isIncluded ? `${points} / ${max}` : `${alert.noDatum} / ${max}`}
            </Text>
          </div>
        );
      })}
    </div>
  );
}
