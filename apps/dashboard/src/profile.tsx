import type { Section, Summary } from './api';

const stateNames = { succeeded: 'Completo', partial: 'Parcial', failed: 'Fallido', loading: 'Cargando' };

const codeMeanings: Record<string, string> = {
  SH10: 'Con información',
  SH11: 'Sin registros',
  SH20: 'En proceso',
  SH30: 'No incluido en el plan',
  SH40: 'No aplica a este documento',
  SH50: 'Fuente no disponible',
  SH51: 'La fuente no respondió a tiempo',
};

export function Profile({ summary }: { summary: Summary }) {
  const identification = summary.sections.find(([name]) => name === 'identificacion')?.[1].data;
  return (
    <>
      <section className="card">
        <h1>{typeof identification?.razon_social === 'string' ? identification.razon_social : summary.taxId}</h1>
        <p className="chips">
          <span className={`chip ${summary.estado}`}>{stateNames[summary.estado]}</span>
          <span className={`chip ${summary.activo ? 'succeeded' : 'off'}`}>{summary.activo ? 'Activo' : 'No activo'}</span>
          <span className="chip off">{summary.taxId}</span>
        </p>
        {summary.subhelpers_fallidos.length > 0 && <p role="alert">Fuentes que fallaron: {summary.subhelpers_fallidos.join(', ')}</p>}
        {identification && <Fields data={identification} />}
      </section>
      <section className="grid">
        {summary.sections
          .filter(([name]) => name !== 'identificacion')
          .map(([name, section]) => (
            <SectionCard key={name} name={name} section={section} />
          ))}
      </section>
    </>
  );
}

function SectionCard({ name, section }: { name: string; section: Section }) {
  const hasData = Object.keys(section.data).length > 0;
  return (
    <article className="card">
      <h2>{title(name)}</h2>
      <p className={`code ${section.statusCode}`}>
        {codeMeanings[section.statusCode] ?? section.statusCode} <small>{section.statusCode}</small>
      </p>
      {hasData && (
        <details>
          <summary>Respuesta de las fuentes</summary>
          <pre>{JSON.stringify(section.data, null, 2)}</pre>
        </details>
      )}
    </article>
  );
}

function Fields({ data }: { data: Record<string, unknown> }) {
  return (
    <dl>
      {Object.entries(data)
        .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{title(name)}</dt>
            <dd>{Array.isArray(value) ? value.map(line).join(' · ') : String(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function line(item: unknown): string {
  return typeof item === 'string' ? item : Object.values(item as object).join(' ');
}

function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
