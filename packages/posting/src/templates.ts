import { noPayload, type Payload } from '@posthorn/core'
import { type Db, type DeliveryRow, type Destination, findHookTemplates, templateKey } from '@posthorn/db'
import {
  type ParsedTemplate,
  parseTemplate,
  readTemplated,
  type TemplateFields,
  templateVersionOf,
} from '@posthorn/formats'
import type { Delivery } from '@posthorn/queue'
import { rejection } from './counts.js'
import type { FailedTemplate, ReadTemplated } from './decode.js'

const unknownVersion =
  'The version of the template that this delivery came for is not stored any more. Replay it to use the current one.'

/**
 * Returns how to read the deliveries of a batch that belong to hooks with templates. Each version is read and parsed once, when
 * a delivery needs it. Undefined, without asking Postgres, if there are none.
 */
export function templatesFor(db: Db, deliveries: Delivery[]): Promise<ReadTemplated> | undefined {
  if (!deliveries.some(({ format }) => format)) return undefined // as nearly always
  const wanted = deliveries.flatMap(({ hookId, format }) => {
    const version = templateVersionOf(format)
    return version === undefined ? [] : [{ hookId, version }]
  })
  return wanted.length === 0 ? undefined : readWith(db, wanted)
}

async function readWith(db: Db, wanted: { hookId: string; version: number }[]): Promise<ReadTemplated> {
  const byKey = new Map(wanted.map(each => [templateKey(each.hookId, each.version), each]))
  const stored = await findHookTemplates(db, [...byKey.values()])
  const parsed = new Map<string, ParsedTemplate | undefined>()
  const parsedOf = (key: string) => {
    const fields = stored.get(key)
    if (!parsed.has(key)) parsed.set(key, fields && parse(fields))
    return parsed.get(key)
  }
  return ({ hookId, format, payload }) => {
    const template = parsedOf(templateKey(hookId, templateVersionOf(format) ?? 0))
    if (!template) return { outcome: 'template_failed', detail: unknownVersion }
    return readTemplated(payload, template, format?.query)
  }
}

/** It was checked when it was saved. */
function parse(fields: TemplateFields): ParsedTemplate | undefined {
  const parsing = parseTemplate(fields)
  return parsing.outcome === 'parsed' ? parsing.template : undefined
}

type Resolvable = { delivery: Delivery; payload: Payload }

/** Adds the deliveries whose template failed, so that their hooks are looked up, too, and their owners notified. */
export function withHooksOf<Readable extends Resolvable>(
  readable: Readable[],
  failed: FailedTemplate[],
): (Readable | Resolvable)[] {
  if (failed.length === 0) return readable
  return [...readable, ...failed.map(({ delivery }) => ({ delivery, payload: noPayload() }))]
}

/** Returns the row of a delivery whose template failed, and notes the refusal for the hook's owner. */
export function failure(
  { delivery, detail }: FailedTemplate,
  tries: number,
  destinations: Map<string, Destination>,
): DeliveryRow {
  const at = destinations.get(delivery.id)
  const hook = at?.hook
  if (at?.outcome === 'refused') return rejection(delivery, tries, at.reason, at.detail, hook?.teamId)
  destinations.set(delivery.id, { outcome: 'refused', hook, reason: 'template_failed', detail })
  return rejection(delivery, tries, 'template_failed', detail, hook?.teamId)
}
