import { type TeamObject, teamLimits } from '@posthorn/contract'
import { useState } from 'react'
import { PartForm } from '../account/part-form.js'
import { api } from '../data/client/api.js'
import { useAdminister } from '../system/use-administer.js'
import { Field, TextArea } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'

/** A team's name, description, and whether it is open. */
export function TeamSettings({ team }: { team: TeamObject }) {
  const { display_name, description, allow_open_invite } = team
  const [values, setValues] = useState({ display_name, description, allow_open_invite })
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  const { mutate, isPending, error } = useAdminister(
    () => api.updateTeam({ params: { team: team.id }, body: values }),
    { done: 'Saved' },
  )
  return (
    <PartForm action="Save changes" busy={isPending} error={error} onSubmit={() => mutate()}>
      <Field
        label="Name"
        value={values.display_name}
        maxLength={teamLimits.displayNameChars}
        onChange={event => change({ display_name: event.target.value })}
        required
      />
      <TextArea
        label="Description"
        rows={2}
        value={values.description}
        maxLength={teamLimits.descriptionChars}
        onChange={event => change({ description: event.target.value })}
      />
      <Toggle
        label="Listed for everyone"
        hint="Everyone with an account finds it in the list of open teams."
        checked={values.allow_open_invite}
        onChange={allow_open_invite => change({ allow_open_invite })}
      />
    </PartForm>
  )
}
