import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leaves one index of waiting events, by document, so that the planner can use no other one for a trigger. Events to be started have their own. */
export class EventsByTheirDocument1763600000020 implements MigrationInterface {
  name = 'EventsByTheirDocument1763600000020';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX webhooks.event_deadline;
      CREATE INDEX event_to_start ON webhooks.event (start_due_at) WHERE start_due_at IS NOT NULL;`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX webhooks.event_to_start;
      CREATE INDEX event_deadline ON webhooks.event (deadline_at) WHERE state = 'LOADING_PROFILE';`);
  }
}
