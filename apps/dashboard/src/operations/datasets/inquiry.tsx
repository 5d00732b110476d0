import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import type { Dataset } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Makes the next file of taxpayers, and says where a person uploads it. */
export function Inquiry({ dataset: { dataset }, onClose }: { dataset: Dataset; onClose: () => void }) {
  const words = useWords({ es, en });
  const make = useAct('POST /panel/v1/operator/datasets/:dataset/inquiries');
  return (
    <Confirm
      onClose={onClose}
      title={words.inquiry}
      confirm={words.makeInquiry}
      onConfirm={() => make.mutate({ params: { dataset } })}
      pending={make.isPending}
      error={make.error}
      result={make.data && { title: words.inquiry, content: <Made inquiry={make.data} onStored={onClose} /> }}
    >
      <Text size="sm">{words.inquiryMeaning}</Text>
    </Confirm>
  );
}

interface MadeProps {
  inquiry: AnswerTo<'POST /panel/v1/operator/datasets/:dataset/inquiries'>;
  onStored: () => void;
}

function Made({ inquiry: { file, zip, taxpayers, waiting, uploadAddress }, onStored }: MadeProps) {
  const words = useWords({ es, en });
  return (
    <Stack>
      <Text size="sm">{words.inquiryMade(file, taxpayers, waiting)}</Text>
      <Text size="sm">
        {words.uploadAt}{' '}
        <Anchor href={uploadAddress} size="sm" td="underline" target="_blank" rel="noreferrer">
          {words.uploadPage}
        </Anchor>
        {words.bringBack}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStored}>
          {words.inquiryStored}
        </Button>
        <Button
          component="a"
          href={`data:application/zip;base64,${zip}`}
          download={file}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.downloadInquiry}
        </Button>
      </Group>
    </Stack>
  );
}
