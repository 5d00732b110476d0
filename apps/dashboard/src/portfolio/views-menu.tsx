import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconChevronDown, IconSettings, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { refusalWords } from '#gateway/refusal-words.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { readSearch, writeSearch } from '#kit/search-params.ts';
import { useFilters } from '#kit/filters.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const SaveView = lazyPart(() => import('./view-dialogs.tsx'), 'SaveView');
const ManageViews = lazyPart(() => import('./view-dialogs.tsx'), 'ManageViews');

const screenName = 'portfolio';

/** The search in the address, without the page of the list. */
function searchOf(filters: Record<string, string | undefined>): string {
  return writeSearch({ ...filters, before: undefined, after: undefined }).slice(1);
}

/** Named filters and orders: the user's own and those that an administrator shares. */
export function ViewsMenu() {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const { filters } = useFilters();
  const [opened, setOpened] = useState<'save' | 'manage'>();
  const { language } = useLanguage();
  const { data, failureReason } = useAnswer('GET /panel/v1/views', { query: { screen: screenName } });
  const views = data?.views ?? [];
  const search = searchOf(filters);
  const shown = views.find((view) => view.search === search);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant={shown ? 'light' : 'default'}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={260}
          >
            {shown ? shown.name : words.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data?.views.length === 0 && <Menu.Label>{words.noViews}</Menu.Label>}
          {!data && <Menu.Label>{failureReason ? refusalWords(failureReason, language) : words.loadingName}</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.viewId}
              fw={view === shown ? 650 : undefined}
              aria-current={view === shown}
              rightSection={view.isShared && <IconUsers size={14} role="img" aria-label={words.sharedView} />}
              onClick={() => void navigate({ to: '/portafolio', search: readSearch(view.search) })}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => setOpened('save')}>
            {words.saveView}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setOpened('manage')}>
              {words.manageViews}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'save' && <SaveView screen={screenName} search={search} onClose={() => setOpened(undefined)} />}
      {opened === 'manage' && <ManageViews views={views} onClose={() => setOpened(undefined)} />}
    </>
  );
}
