import { Inject, Injectable } from '@nestjs/common';
import type { Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { DueRows } from '@vigia/dispatch';
import { documentMark, failpoint, type Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { Loads } from '../../loads/loads.js';
import { openTasks } from '../../loads/open-tasks.js';
import { mostWaiting, refreshPlace } from '../../loads/refresh-room.js';
import type { ProfileLoaderSettings } from '../../settings.js';
import { screened } from '../../sources/providers/provider-file.js';
import { SourceProviders } from '../../sources/providers/provider.js';

const atOnce = 100;
const mostAttempts = 10;

/**
 * Screens the profiles again that a rescreening affects, with a load of that single source. Nobody is charged for it, and it is reported
 * like every refresh. A task is closed when the profile is screened against the version in force, or without the list if it was retired,
 * whichever load did it.
 */
@Injectable()
export class TouchedProfiles {
  private readonly openTasks: DueRows;

  constructor(
    private readonly database: Database,
    private readonly loads: Loads,
    private readonly providers: SourceProviders,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.openTasks = openTasks(database);
  }

  async openDue(): Promise<void> {
    const most = mostWaiting(this.providers.of[screened], this.settings.taskDeadlineMs);
    const due = await this.database.rows<Document>(closeScreened, [most, await this.openTasks.begin()]);
    for (const document of due) {
      try {
        await this.database.transaction((tx) =>
          this.loads.openOrJoin(tx, document, { purpose: 'refresh', place: refreshPlace, choose: () => [screened] }),
        );
        failpoint('loader.rescreening-opened');
      } catch (error) {
        // The row is due again later; the following rows must not wait for that.
        this.logger.warn({ err: error, document: documentMark(document.taxId) }, 'profile not screened again, due again later');
      }
    }
  }
}

/**
 * Its version names every list that was searched, even if nothing is kept because nobody has a name. A retired list must no longer be among
 * them.
 */
const isScreened = sql`coalesce(answered_at >= started_at AND CASE WHEN current_version.dataset IS NULL
  THEN NOT EXISTS (SELECT FROM unnest(string_to_array(source_version, ', ')) AS searched WHERE starts_with(searched, list || ' '))
  ELSE list || ' ' || coalesce(label, current_version.version::text) = ANY(string_to_array(source_version, ', ')) END, false)`;

/**
 * Closes the due tasks that are done, or were tried too often, and returns the documents that must be loaded. The deadline of a load counts from
 * the moment when it is opened, so no more wait at once, over all replicas, than can be screened in time. During a pause nobody is
 * screened, so the tasks stay as they are: a try would only fail, and after a few of them the profile would be given up.
 */
const closeScreened = sql`
  WITH due AS (
    SELECT task.rescreening, task.tax_id, task.doc_type, list, started_at
    FROM profiles.rescreening_task AS task JOIN profiles.rescreening ON rescreening.id = task.rescreening
    WHERE task.closed_at IS NULL AND due_at <= now() AND NOT is_overtaken
      AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source = '${screened}')
    ORDER BY due_at LIMIT least(${atOnce}, greatest(0, $1 - (
      SELECT count(*) FROM profiles.task WHERE source = '${screened}' AND state = 'pending' AND closed_at IS NULL
        AND deadline_at >= $2::timestamptz AND place = ${refreshPlace})))
    FOR UPDATE OF task SKIP LOCKED
  ), looked_at AS (
    SELECT due.rescreening, due.tax_id, due.doc_type, ${isScreened} AS is_screened
    FROM due LEFT JOIN registry.current_version ON dataset = list
      LEFT JOIN profiles.source_answer AS answer ON answer.tax_id = due.tax_id AND answer.doc_type = due.doc_type AND source = '${screened}'
  ), tried AS (
    UPDATE profiles.rescreening_task AS task SET attempts = attempts + 1, is_screened = looked_at.is_screened,
      due_at = now() + least(2 * power(2, attempts), 600) * interval '1 s',
      closed_at = CASE WHEN looked_at.is_screened OR attempts >= ${mostAttempts} THEN now() END
    FROM looked_at
    WHERE (task.rescreening, task.tax_id, task.doc_type) = (looked_at.rescreening, looked_at.tax_id, looked_at.doc_type)
    RETURNING task.tax_id, task.doc_type, task.closed_at
  )
  SELECT DISTINCT doc_type, tax_id FROM tried WHERE closed_at IS NULL ORDER BY tax_id, doc_type`;
