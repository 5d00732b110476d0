import pg from 'pg';

interface Seen {
  rows: number;
  told: number;
  least: string;
  most: string;
  labels: number;
}

interface Reader {
  answers: Seen[];
  failures: unknown[];
  stop(): Promise<void>;
}

const everything = `SELECT count(*)::int AS rows, min(name) AS least, max(name) AS most, count(DISTINCT label)::int AS labels,
    (SELECT rows FROM registry.current_version WHERE dataset = 'padron_reducido') AS told FROM registry.current_taxpayer`;

/** What a service with access to the registry sees of the padrón in one statement. */
export async function readWhole(client: pg.Client): Promise<Seen> {
  return (await client.query<Seen>({ name: 'everything', text: everything })).rows[0]!;
}

export async function connectReader(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c role=vigia_loader' });
  await client.connect();
  return client;
}

/** Reads again and again until it is stopped. */
export async function startReader(url: string): Promise<Reader> {
  const client = await connectReader(url);
  const [answers, failures]: [Seen[], unknown[]] = [[], []];
  let isOver = false;
  const read = async () => {
    while (!isOver)
      await readWhole(client).then(
        (seen) => answers.push(seen),
        (error: unknown) => failures.push(error),
      );
  };
  const reading = read();
  return {
    answers,
    failures,
    async stop() {
      isOver = true;
      await reading;
      await client.end();
    },
  };
}
