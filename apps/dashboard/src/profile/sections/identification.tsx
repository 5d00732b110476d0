import type { SummaryV2 } from '@vigia/contracts';
import { Copy } from '#kit/copy.tsx';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { nullWords, orWord } from '#language/null-words.ts';
import { contentOf } from '#profile/contents.ts';
import { Facts } from '#profile/facts.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';

const asItIs = (text: string) => text;

export function Identification({ summary }: { summary: SummaryV2 }) {
  const { basis, sections } = useProfileWords();
  const words = sections.identification;
  const { noInformation } = nullWords[useLanguage().language];
  return (
    <SectionCard summary={summary} section="identificacion" title={words.title} subtitle={words.subtitle} isAnchor>
      {(found) => {
        const text = (name: 'razon_social' | 'estado_contribuyente' | 'condicion_contribuyente' | 'sistema_emision_comprobante') =>
          [words[name], orWord(found[name], asItIs, noInformation)] as [string, string];
        const date = (name: 'fecha_inscripcion' | 'fecha_inicio_actividades' | 'fecha_emisor_electronico' | 'fecha_afiliado_ple') =>
          [words[name], orWord(found[name], day, noInformation)] as [string, string];
        // An empty list means none only if somebody was asked, which the alert shows.
        const unknown = basis.unread[summary.alerta_servicio.statusCode === 'SH20' ? 'loading' : 'unknown'];
        const noneOf = (has: boolean | null | undefined) => (has === false ? words.none : has === null ? words.notAsked : unknown);
        return (
          <Facts
            isWide
            facts={[
              text('razon_social'),
              [words.tipo_documento, found.tipo_documento],
              [
                words.ruc,
                found.ruc === null ? (
                  noInformation
                ) : (
                  <span key="ruc">
                    {found.ruc} <Copy text={found.ruc} what="RUC" />
                  </span>
                ),
              ],
              text('estado_contribuyente'),
              text('condicion_contribuyente'),
              date('fecha_inscripcion'),
              date('fecha_inicio_actividades'),
              [
                words.actividades_economicas,
                found.actividades_economicas.length > 0 ? <Lines key="lines" lines={found.actividades_economicas} /> : noInformation,
              ],
              [words.domicilio_fiscal, orWord(found.domicilio_fiscal, asItIs, noInformation)],
              text('sistema_emision_comprobante'),
              [words.comprobante_pago_electronico, orWord(found.comprobante_pago_electronico, asItIs, noInformation)],
              date('fecha_emisor_electronico'),
              date('fecha_afiliado_ple'),
              [words.actividad_comercio_exterior, orWord(found.actividad_comercio_exterior, asItIs, noInformation)],
              [
                words.omisiones_tributarias,
                found.omisiones_tributarias.length > 0 ? (
                  <Lines key="lines" lines={found.omisiones_tributarias.map(({ periodo, tributo }) => `${periodo} · ${tributo}`)} />
                ) : (
                  noneOf(contentOf(summary, 'alerta_servicio')?.omisiones_tributarias)
                ),
              ],
            ]}
          />
        );
      }}
    </SectionCard>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}
