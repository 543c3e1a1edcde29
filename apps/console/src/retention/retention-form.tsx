import type { RetentionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PartForm } from '../account/part-form.js'
import { type RetentionPlace, retentionQuery } from '../data/retention.js'
import { ErrorState, Loading } from '../server/states.js'
import { ConfirmRetention } from './confirm-retention.js'
import { choiceOf, daysOf, RetentionFields } from './retention-fields.js'

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
