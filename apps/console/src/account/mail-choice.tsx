import { mailIntervals } from '@posthorn/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { FormError } from '../server/states.js'
import { Select } from '../ui/forms/field.js'

type Interval = (typeof mailIntervals)[number]

const words: Record<Interval, string> = {
  0: 'Never',
  15: 'After 15 minutes',
  60: 'At most once an hour',
  1440: 'At most once a day',
}

/** What the e-mails are, or why there are none. */
const hints = {
  '': 'Unread mentions, sent after you have been away for 15 minutes.',
  no_server: 'This server sends no e-mails. An administrator can set up a mail server.',
  own_address: 'E-mails go only to addresses that an administrator has set. Ask one to set yours.',
}

const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => api.getMailDigest({ signal }),
})

/** How often the user gets e-mails about mentions. */
export function MailChoice() {
  const client = useQueryClient()
  const { data, error: unread } = useQuery(mailQuery)
  const { mutate, variables, isPending, ...change } = useMutation({
    mutationFn: (every_minutes: Interval) => api.setMailDigest({ body: { every_minutes } }),
    onSettled: () => client.invalidateQueries({ queryKey: mailQuery.queryKey }),
  })
  const error = unread ?? change.error
  const isOff = data?.is_available === false && data.every_minutes === 0 // what was chosen before can be turned off
  return (
    <>
      <Select
        label="E-mails about mentions"
        hint={hints[data?.reason ?? '']}
        disabled={!data || isOff}
        value={(isPending ? variables : data?.every_minutes) ?? 0}
        onChange={event => {
          const chosen = mailIntervals.find(one => one === Number(event.target.value))
          if (chosen !== undefined) mutate(chosen)
        }}
      >
        {mailIntervals.map(one => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </Select>
      {error && <FormError error={error} />}
    </>
  )
}
