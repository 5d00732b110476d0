import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSecretKey, signatureOf } from '../src/domain/signature.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/receivers.md'), 'utf8');

/** How a block of the page becomes a program: `program <signature> <secret key>` exits with 0 if it accepts its standard input. */
const languages = [
  {
    name: 'js',
    tool: 'node',
    file: 'check.mjs',
    main: `import { readFileSync } from 'node:fs';
process.exit(isFromVigia(readFileSync(0), process.argv[2], process.argv[3]) ? 0 : 1);`,
    run: ['node'],
  },
  {
    name: 'python',
    tool: 'python3',
    file: 'check.py',
    main: `import sys
sys.exit(0 if is_from_vigia(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2]) else 1)`,
    run: ['python3'],
  },
  {
    name: 'go',
    tool: 'go',
    file: 'check.go',
    main: `func main() {
	rawBody, _ := io.ReadAll(os.Stdin)
	if !isFromVigia(rawBody, os.Args[1], os.Args[2]) {
		os.Exit(1)
	}
}`,
    run: ['go', 'run'],
  },
  {
    name: 'java',
    tool: 'java',
    file: 'Check.java',
    main: `class Check {
  public static void main(String[] given) throws Exception {
    System.exit(VigiaSignature.isFromVigia(System.in.readAllBytes(), given[0], given[1]) ? 0 : 1);
  }
}`,
    run: ['java'],
  },
  {
    name: 'php',
    tool: 'php',
    file: 'check.php',
    main: `exit(isFromVigia(file_get_contents('php://stdin'), $argv[1], $argv[2]) ? 0 : 1);`,
    run: ['php'],
  },
];
const isHere = ({ tool }: { tool: string }) => spawnSync(tool, [tool === 'go' ? 'version' : '--version']).status === 0;
const here = languages.filter(isHere);

describe('the page for receivers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
  beforeAll(() => {
    const missing = languages.filter((language) => !here.includes(language)).map(({ tool }) => tool);
    if (missing.length > 0) console.info(`Not on this machine, so its example is not run: ${missing.join(', ')}`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(here)('has an example in $name that accepts a signature only with its key and its bytes', ({ name, file, main, run }) => {
    const block = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, 's').exec(page)![1]!;
    const path = join(folder, file);
    writeFileSync(path, asProgram(name, block, main));
    const accepts = (body: Buffer, signature: string, secretKey: string) => {
      const { status, stderr } = spawnSync(run[0]!, [...run.slice(1), path, signature, secretKey], { input: body });
      if (status !== 0 && status !== 1) throw new Error(String(stderr));
      return status === 0;
    };
    const body = Buffer.from('{"monto":1.50,"nombre":"Ñandú de Prueba S.A.C."}');
    const secretKey = newSecretKey();
    const signature = signatureOf(body, secretKey);
    expect(accepts(body, signature, secretKey)).toBe(true);
    expect(accepts(body, signature, newSecretKey())).toBe(false);
    expect(accepts(Buffer.concat([body, Buffer.from('\n')]), signature, secretKey)).toBe(false);
    expect(accepts(body, 'sha256=', secretKey)).toBe(false);
  });
});

function asProgram(language: string, block: string, main: string): string {
  if (language === 'go') return `${block.replace('import (', 'import (\n\t"io"\n\t"os"')}\n${main}\n`;
  // Java's launcher starts the first class of a file.
  if (language === 'java') return block.replace('\nclass ', `\n${main}\n\nclass `);
  return `${block}\n${main}\n`;
}
