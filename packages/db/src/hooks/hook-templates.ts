import type { TemplateFields } from '@posthorn/formats'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { inTransaction } from '../connection/transaction.js'

/** How many versions of a hook's template are stored, including the current one. */
export const keptTemplateVersions = 50

/** A version of a hook's template. It never changes. */
export type HookTemplate = TemplateFields & { version: number; createAt: number; madeBy: string }

/**
 * Stores a new version of a hook's template and makes it the current one. Without `fields`, the hook has none from now on.
 * Forgets the oldest versions beyond `keptTemplateVersions`. Versions count up and are never used again.
 * @returns false if the hook was deleted in the meantime
 */
export async function saveHookTemplate(
  db: Db,
  hookId: string,
  fields: TemplateFields | undefined,
  { madeBy, nowMs }: { madeBy: string; nowMs: number },
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const locked = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM hooks WHERE id = ${hookId} AND delete_at = 0 FOR NO KEY UPDATE`
    if (locked.length === 0) return false
    const newest = await tx.hookTemplate.aggregate({ where: { hookId }, _max: { version: true } })
    const version = (newest._max.version ?? 0) + 1
    if (fields) {
      const {
        thread_key: threadKey,
        update_key: updateKey,
        only_if: onlyIf,
        text,
        close,
        channel,
        color,
      } = fields
      const data = {
        hookId,
        version,
        createAt: nowMs,
        madeBy,
        text,
        threadKey,
        updateKey,
        close,
        channel,
        onlyIf,
        color,
      }
      await tx.hookTemplate.create({ data })
      await tx.hookTemplate.deleteMany({
        where: { hookId, version: { lte: version - keptTemplateVersions } },
      })
    }
    await tx.lostField.deleteMany({ where: { hookId } })
    const data = { templateVersion: fields ? version : 0, updateAt: nowMs }
    await tx.hook.update({ where: { id: hookId }, data })
    return true
  })
}

type Row = HookTemplate & { hookId: string }

const text = `
  SELECT hook_id AS "hookId", version, create_at::float8 AS "createAt", made_by AS "madeBy", text, thread_key, update_key, close,
    channel, only_if, color
  FROM hook_templates
  JOIN unnest($1::text[], $2::int[]) AS wanted(hook, number) ON hook_id = hook AND version = number`

/** Returns versions of templates by `templateKey`. Omits those that are no longer stored. One query for a whole batch. */
export async function findHookTemplates(
  db: Db,
  wanted: { hookId: string; version: number }[],
): Promise<Map<string, HookTemplate>> {
  const values = [textArray(wanted.map(({ hookId }) => hookId)), wanted.map(({ version }) => version)]
  const { rows } = await db.pool.query<Row>({ name: 'templates', text, values })
  return new Map(rows.map(({ hookId, ...template }) => [templateKey(hookId, template.version), template]))
}

/** Returns the key of a version in a map. */
export function templateKey(hookId: string, version: number): string {
  return `${hookId} ${version}`
}

/** Returns one version of a hook's template. */
export async function findHookTemplate(
  db: Db,
  hookId: string,
  version: number,
): Promise<HookTemplate | undefined> {
  return (await findHookTemplates(db, [{ hookId, version }])).get(templateKey(hookId, version))
}

/** Returns the version of a hook's current template, or 0. */
export async function currentTemplateVersion(db: Db, hookId: string): Promise<number> {
  const hook = await db.hook.findUnique({ where: { id: hookId }, select: { templateVersion: true } })
  return hook?.templateVersion ?? 0
}
