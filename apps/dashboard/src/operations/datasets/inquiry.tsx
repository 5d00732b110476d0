import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAct } from '#gateway/queries.ts';
import { Confirm, Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import type { Dataset } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Makes the next file of taxpayers, and says where a person uploads it. */
export function Inquiry({ dataset: { dataset }, onClose }: { dataset: Dataset; onClose: () => void }) {
  const words = useWords({ es, en });
  const make = useAct('POST /panel/v1/operator/datasets/:dataset/inquiries');
  if (!make.data)
    return (
      <Confirm
        onClose={onClose}
        title={words.inquiry}
        confirm={words.makeInquiry}
        onConfirm={() => make.mutate({ params: { dataset } })}
        pending={make.isPending}
        error={make.error}
      >
        <Text size="sm">{words.inquiryMeaning}</Text>
      </Confirm>
    );
  const { file, zip, taxpayers, waiting, uploadAddress } = make.data;
  return (
    <Dialog onClose={onClose} title={words.inquiry} isBinding>
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
          <Button variant="default" onClick={onClose}>
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
    </Dialog>
  );
}
