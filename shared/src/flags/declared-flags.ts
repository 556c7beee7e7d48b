/** The flags that this version reads, and what each turns on. A flag that a workspace has not defined is off. */
export const declaredFlags = {
  'no-presenting': 'Takes away the way to show a dashboard on the whole screen.',
} as const satisfies Readonly<Record<string, string>>

export type DeclaredFlag = keyof typeof declaredFlags

export function isDeclaredFlag(name: string): name is DeclaredFlag {
  return Object.hasOwn(declaredFlags, name)
}
