import { parseExactly } from '@posthorn/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { PayloadEditor } from '../deliveries/replay/edit-and-replay.js'
import { useListKeys } from '../keyboard/use-list-keys.js'
import { Select } from '../ui/forms/field.js'
import { Icon } from '../ui/icon.js'
import { type JsonPath, pathText } from './paths.js'
import type { SampleOption } from './use-sample.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/template')

type SamplePaneProps = {
  options: SampleOption[]
  chosen: string
  payload: string
  onEdit: (payload: string) => void
  onInsert: (path: JsonPath, value: unknown) => void
}

/** Chooses the JSON, and shows it as a tree to click. */
export function SamplePane({ options, chosen, payload, onEdit, onInsert }: SamplePaneProps) {
  const navigate = route.useNavigate()
  const value = parsed(payload)
  return (
    <section aria-label="Sample" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-4 xl:self-start">
      <Select
        label="JSON"
        value={chosen}
        onChange={({ target }) =>
          void navigate({ search: { json: target.value }, replace: true, resetScroll: false })
        }
      >
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {chosen === 'own' && <PayloadEditor value={payload} onChange={onEdit} rows={10} />}
      {value ? (
        <JsonTree key={chosen} value={value} onInsert={onInsert} />
      ) : (
        chosen !== 'own' && <p className="text-quiet">This is not a JSON object or list.</p>
      )}
    </section>
  )
}

function parsed(payload: string): object | undefined {
  try {
    const value = parseExactly(payload)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** How much of a large JSON is shown. */
const maxItems = 30
const maxDepth = 12
const maxCharacters = 80
const openUpTo = 5

type Insert = (path: JsonPath, value: unknown) => void
type Place = { path: JsonPath; onInsert: Insert }

/** JSON as a tree. A click on a value inserts its path. */
function JsonTree({ value, onInsert }: { value: object; onInsert: Insert }) {
  const tree = useRef<HTMLElement>(null)
  useListKeys(tree)
  return (
    <section
      ref={tree}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      aria-label="JSON"
      className="max-h-[36rem] overflow-auto rounded-lg border border-line bg-well p-3 font-mono text-sm"
    >
      <Entries value={value} path={[]} onInsert={onInsert} />
    </section>
  )
}

function Entries({ value, path, onInsert }: Place & { value: object }) {
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value)
  const hidden = entries.length - maxItems
  return (
    <ul className="flex flex-col">
      {entries.slice(0, maxItems).map(([key, item]) => (
        <li key={key}>
          <Entry name={key} value={item} path={[...path, key]} onInsert={onInsert} />
        </li>
      ))}
      {entries.length === 0 && <li className="px-2 text-quiet">empty</li>}
      {hidden > 0 && <li className="px-2 text-quiet">… {hidden} more</li>}
    </ul>
  )
}

function Entry({ name, value, path, onInsert }: Place & { name: string | number; value: unknown }) {
  if (typeof value !== 'object' || value === null || path.length >= maxDepth)
    return <Leaf name={name} value={value} path={path} onInsert={onInsert} />
  const isList = Array.isArray(value)
  const count = isList ? value.length : Object.keys(value).length
  return (
    <details open={path.length < openUpTo && !isFurtherItem(name)}>
      <summary className="cursor-pointer rounded-md px-2 py-0.5 hover:bg-hover">
        {name} <span className="text-quiet">{isList ? `[${count}]` : `{${count}}`}</span>
      </summary>
      <div className="ml-3 border-l border-line pl-1">
        {isList && count > 0 && (
          <InsertButton words={`Repeat for each of ${name}`} path={path} value={value} onInsert={onInsert}>
            <span className="flex items-center gap-1 text-accent">
              <Icon name="replay" /> Repeat for each
            </span>
          </InsertButton>
        )}
        <Entries value={value} path={path} onInsert={onInsert} />
      </div>
    </details>
  )
}

/** The items of a list are mostly alike, so the first one is open. */
function isFurtherItem(name: string | number): boolean {
  return typeof name === 'number' && name > 0
}

function Leaf({ name, value, path, onInsert }: Place & { name: string | number; value: unknown }) {
  const shown = typeof value === 'object' && value !== null ? '…' : (JSON.stringify(value) ?? '')
  return (
    <InsertButton words={`Insert ${pathText(path)}`} path={path} value={value} onInsert={onInsert}>
      <span className="text-accent">{name}</span>{' '}
      <span className="wrap-anywhere text-quiet">
        {shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown}
      </span>
    </InsertButton>
  )
}

type InsertButtonProps = Place & { words: string; value: unknown; children: React.ReactNode }

/** Keeps the focus in the field when it is clicked, so that people type on. */
function InsertButton({ words, path, value, onInsert, children }: InsertButtonProps) {
  return (
    <button
      type="button"
      data-row
      title={words}
      onMouseDown={event => event.preventDefault()}
      onClick={() => onInsert(path, value)}
      className="block w-full rounded-md px-2 py-0.5 text-left hover:bg-hover pointer-coarse:py-2"
    >
      {children}
    </button>
  )
}
