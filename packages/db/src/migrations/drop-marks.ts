import type { Db } from '../connection/open.js'

const migration = '20261203000301_no_post_marks'

/** Drops the counts for pages by offset. For a day after the migration, processes of an earlier version may still use them. */
export async function dropMarks({ pool }: Pick<Db, 'pool'>): Promise<void> {
  await pool.query(`DO $$ BEGIN
    IF to_regclass('post_marks') IS NOT NULL
      AND (SELECT finished_at < now() - interval '1 day' FROM _prisma_migrations WHERE migration_name = '${migration}')
    THEN
      SET LOCAL lock_timeout = '1s';
      DROP TABLE post_marks, post_mark_progress;
    END IF;
  END $$`)
}
