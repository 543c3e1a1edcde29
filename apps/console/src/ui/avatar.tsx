import { useState } from 'react'
import { classes } from './classes.js'

/** Background colours with enough contrast for white text. */
const grounds = ['#8a4b2d', '#7a5a00', '#3f6b2a', '#116b5b', '#1f6489', '#3f55b8', '#7044a8', '#9b3a6d']

const sizes = {
  sm: 'size-5 text-[10px] rounded-sm',
  md: 'size-9 text-sm rounded-md',
  lg: 'size-16 text-xl rounded-lg',
}

type AvatarProps = { name: string; src?: string | undefined; size?: keyof typeof sizes }

/** A picture, or initials on a colour that depends on the name. The name appears next to it. */
export function Avatar({ name, src, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const box = classes('flex shrink-0 items-center justify-center overflow-hidden select-none', sizes[size])
  if (src && broken !== src)
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBroken(src)}
        className={`${box} bg-hover object-cover`}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={`${box} font-semibold text-[#fff]`}
      style={{ background: groundOf(name) }}
    >
      {initialsOf(name)}
    </span>
  )
}

function groundOf(name: string): string {
  const sum = [...name].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 9973, 7)
  return grounds[sum % grounds.length] ?? ''
}

/** `first.last` → FL, `Grafana` → G. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => [...(word ?? '')][0])
  return letters.join('').toUpperCase()
}
