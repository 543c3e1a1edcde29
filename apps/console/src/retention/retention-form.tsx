import { maxPostDays, type RetentionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PartForm } from '../account/part-form.js'
import { type RetentionPlace, retentionQuery, useSaveRetention } from '../data/retention.js'
import { countOf } from '../format/amount.js'
import { Confirm } from '../server/confirm.js'
import { ErrorState, Loading } from '../server/states.js'
import { Field, Select } from '../ui/forms/field.js'

type RetentionFormProps = { place: RetentionPlace; above?: 'server' | undefined }

/** How long posts of a team, or of the server, are stored. */
export function RetentionForm({ place, above }: RetentionFormProps) {
  const { data, error, refetch } = useQuery(retentionQuery(place))
  if (data) return <LoadedForm key={String(data.days)} {...{ place, above, stored: data }} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="how long posts are stored" />
}

type LoadedFormProps = RetentionFormProps & { stored: RetentionObject }

function LoadedForm({ place, above, stored }: LoadedFormProps) {
  const [choice, setChoice] = useState(choiceOf(stored))
  const [isAsking, setIsAsking] = useState(false)
  const days = daysOf(choice)
  const close = () => setIsAsking(false)
  return (
    <>
      <PartForm action="Save retention period" busy={false} error={null} onSubmit={() => setIsAsking(true)}>
        <RetentionFields {...{ stored, above, choice }} onChange={setChoice} />
      </PartForm>
      {isAsking && (
        <ConfirmRetention
          {...{ place, days }}
          applying={days ?? stored.inherited_days}
          onSaved={close}
          onClose={close}
        />
      )}
    </>
  )
}

/** What somebody chose. `days` is the text of the field. */
type RetentionChoice = { kind: 'inherited' | 'forever' | 'days'; days: string }

const firstDays = '365'

export function choiceOf({ days }: RetentionObject): RetentionChoice {
  if (days === null) return { kind: 'inherited', days: firstDays }
  return days === 0 ? { kind: 'forever', days: firstDays } : { kind: 'days', days: String(days) }
}

/** Returns the days to save. Null: those of the team or server above. */
export function daysOf({ kind, days }: RetentionChoice): number | null {
  if (kind === 'inherited') return null
  return kind === 'forever' ? 0 : Number(days)
}

const daysInWords = (days: number) => (days === 0 ? 'forever' : `for ${countOf(days, 'day')}`)

const defaultOf = { team: 'Team default', server: 'Server default' }

type RetentionFieldsProps = {
  stored: RetentionObject
  /** Who decides if this place has no number of its own. Absent for the server. */
  above?: 'team' | 'server' | undefined
  choice: RetentionChoice
  disabled?: boolean
  onChange: (choice: RetentionChoice) => void
}

/** Asks how long posts are stored. */
export function RetentionFields({ stored, above, choice, disabled, onChange }: RetentionFieldsProps) {
  return (
    <>
      <Select
        label="Keep posts"
        hint="Older posts are deleted for good, with their versions and mentions. A thread stays until its last reply is old."
        value={choice.kind}
        disabled={disabled}
        onChange={({ target }) => onChange({ ...choice, kind: target.value as RetentionChoice['kind'] })}
      >
        {above && (
          <option value="inherited">{`${defaultOf[above]}: ${daysInWords(stored.inherited_days)}`}</option>
        )}
        <option value="forever">Forever</option>
        <option value="days">For a number of days</option>
      </Select>
      {choice.kind === 'days' && (
        <Field
          label="Days"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={maxPostDays}
          disabled={disabled}
          value={choice.days}
          onChange={({ target }) => onChange({ ...choice, days: target.value })}
        />
      )}
    </>
  )
}

type ConfirmRetentionProps = {
  place: RetentionPlace
  /** The days to save, and those that then apply. */
  days: number | null
  applying: number
  onSaved: () => void
  onClose: () => void
}

/** Says how many posts will be deleted, before it saves. */
export function ConfirmRetention({ place, days, applying, onSaved, onClose }: ConfirmRetentionProps) {
  const { data, error, refetch } = useQuery(retentionQuery(place, applying))
  const doing = useSaveRetention(place, onSaved)
  return (
    <Confirm
      title={`Keep posts ${daysInWords(applying)}?`}
      action={data?.old_posts ? 'Delete old posts' : 'Save changes'}
      look={data?.old_posts ? 'danger' : 'primary'}
      doing={doing}
      disabled={!data}
      onConfirm={() => doing.mutate(days)}
      onClose={onClose}
    >
      {!data &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the number of old posts" />)}
      {data && <p className="text-quiet">{consequence(data)}</p>}
    </Confirm>
  )
}

function consequence({ old_posts, has_more_old_posts }: RetentionObject): string {
  const later = 'Later posts follow when they reach that age.'
  if (old_posts === 0) return `No post is that old yet. ${later}`
  const posts = countOf(old_posts, 'post')
  return `${has_more_old_posts ? `More than ${posts}` : posts} will be deleted within minutes. Nobody can restore them. ${later}`
}
