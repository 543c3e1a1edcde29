import { useSyncExternalStore } from 'react'
import { formatTime, type TimeForm } from '../format/time.js'
import { classes } from './classes.js'

type TimeProps = { at: number; form?: TimeForm; className?: string }

/** A time in the user's locale and zone. The tooltip and `form="full"` add seconds and zone. `ago` stays current. */
export function Time(props: TimeProps) {
  return props.form === 'ago' ? <Ago {...props} /> : <Words {...props} />
}

const minuteMs = 60_000
const subscribe = (changed: () => void) => {
  const timer = setInterval(changed, minuteMs)
  return () => clearInterval(timer)
}

function Ago(props: TimeProps) {
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minuteMs))
  return <Words {...props} />
}

function Words({ at, form = 'time', className }: TimeProps) {
  return (
    <time
      dir="auto"
      dateTime={new Date(at).toISOString()}
      title={formatTime(at, 'full')}
      className={classes(form !== 'full' && 'whitespace-nowrap', className)}
    >
      {formatTime(at, form)}
    </time>
  )
}
