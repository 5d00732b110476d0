/** Lines in four directions and dots, drawn over a colour when it is printed. */
const shapes = ['M0 6 L6 0', 'M0 0 L6 6', 'M3 0 V6', 'M0 3 H6', 'M0 6 L6 0 M0 0 L6 6', 'M1 1 h1 v1 h-1 z M4 4 h1 v1 h-1 z'];

export function Patterns({ id, count }: { id: string; count: number }) {
  return (
    <defs className="only-printed">
      {Array.from({ length: count }, (_, place) => (
        <pattern key={place} id={patternId(id, place)} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d={shapes[place % shapes.length]} stroke="#fff" strokeWidth="1.2" fill="none" />
        </pattern>
      ))}
    </defs>
  );
}

export const patternId = (id: string, place: number) => `${id}-${place}`;
