import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Refusal } from '#gateway/refusal.ts';
import { ActButton } from '#kit/act-button.tsx';
import { Refused } from '#kit/refused.tsx';

interface Props<Answer, Given> {
  title: string;
  meaning: string;
  button: string;
  verify: UseMutationResult<Answer, Refusal, Given>;
  given: Given;
  children: (answer: Answer) => ReactNode;
}

/** A comparison that runs on request, and its result. */
export function Verification<Answer, Given>({ title, meaning, button, verify, given, children }: Props<Answer, Given>) {
  return (
    <Paper component="section" p="lg" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Stack gap={4} maw={680}>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {meaning}
          </Text>
        </Stack>
        <ActButton onClick={() => verify.mutate(given)} loading={verify.isPending}>
          {button}
        </ActButton>
      </Group>
      <div role="status">{verify.data !== undefined && children(verify.data)}</div>
      <Refused error={verify.error} />
    </Paper>
  );
}

const symbols = { info: IconInfoCircle, good: IconCheck, bad: IconAlertTriangle };

export function Finding({ tone, title, children }: { tone: keyof typeof symbols; title?: string; children: ReactNode }) {
  const Symbol = symbols[tone];
  return (
    <Alert color={tone} icon={<Symbol aria-hidden />} {...(title && { title })}>
      {children}
    </Alert>
  );
}
