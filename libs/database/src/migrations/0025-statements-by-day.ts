import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A statement of some days begins and ends at lines that are found by their instant. */
export class StatementsByDay1763600000025 implements MigrationInterface {
  name = 'StatementsByDay1763600000025';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX quota_entry_by_instant ON billing.quota_entry (contract_id, entered_at, seq)`);
    // What was left, held months included, is told apart: an alert is as old as the newest entry of its transaction.
    await db.query(`
      UPDATE billing.quota_alert AS alert SET facts = entry.facts
      FROM (
        SELECT DISTINCT ON (contract_id, entered_at) contract_id, entered_at,
          jsonb_build_object('granted', granted, 'available', available, 'held', held) AS facts
        FROM billing.quota_entry WHERE (contract_id, entered_at) IN (SELECT contract_id, raised_at FROM billing.quota_alert)
        ORDER BY contract_id, entered_at, seq DESC) AS entry
      WHERE alert.contract_id = entry.contract_id AND raised_at = entered_at AND alert.kind LIKE 'quota\\_%'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX billing.quota_entry_by_instant;
      UPDATE billing.quota_alert
      SET facts = jsonb_build_object('granted', facts->'granted', 'left', (facts->>'available')::int + (facts->>'held')::int)
      WHERE kind LIKE 'quota\\_%'`);
  }
}
