import { Code, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Copy } from '#kit/copy.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const snippets = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto';

function isFromVigia(rawBody, signature, secret) {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  Python: `import hashlib, hmac

def is_from_vigia(raw_body: bytes, signature: str | None, secret: str) -> bool:
    expected = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())`,
  Java: `static boolean isFromVigia(byte[] rawBody, String signature, String secret) throws Exception {
  Mac mac = Mac.getInstance("HmacSHA256");
  mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
  String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(rawBody));
  return MessageDigest.isEqual(expected.getBytes(UTF_8), String.valueOf(signature).getBytes(UTF_8));
}`,
  PHP: `function is_from_vigia(string $rawBody, ?string $signature, string $secret): bool {
  return hash_equals('sha256=' . hash_hmac('sha256', $rawBody, $secret), $signature ?? '');
}`,
  OpenSSL: `openssl dgst -sha256 -hmac "$SECRET_KEY" body.json`,
};
type Name = keyof typeof snippets;
const names = Object.keys(snippets) as Name[];

/** What a receiver must do with a delivery. */
export function VerifySnippets() {
  const words = useWords({ es, en }).verify;
  const [name, setName] = useState<Name>('Node');
  return (
    <Paper component="section" p="lg" aria-labelledby="verify">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="verify">
            {words.title}
          </Title>
          <SegmentedControl
            size="xs"
            data={names}
            value={name}
            onChange={(chosen) => setName(chosen as Name)}
            aria-label={words.language}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block flex={1} miw={0} tabIndex={0} style={{ overflowX: 'auto' }}>
            {snippets[name]}
          </Code>
          <Copy text={snippets[name]} what={name} />
        </Group>
      </Stack>
    </Paper>
  );
}
