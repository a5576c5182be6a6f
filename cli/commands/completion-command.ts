import { Argument, type Command } from 'commander'

import type { CommandContext } from '../context.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const COMPLETION_HELP = `
Examples:
  store completion bash >> ~/.bashrc
  store completion zsh > ~/.zsh/completions/_store
  store completion fish > ~/.config/fish/completions/store.fish

The script completes a command named "store". Define it with: alias store='npm run --silent store --'`

/** Completions after the words of a command: subcommands and options. */
interface Place {
  path: string[]
  words: { word: string; description: string }[]
}

/** `store completion`: generated from the commands, so that it is always current. */
export function addCompletionCommand(program: Command, { output }: CommandContext): void {
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(SHELLS))
    .addHelpText('after', COMPLETION_HELP)
    .action((shell: Shell) => {
      const script = scriptOf(shell, placesOf(program))
      for (const line of script) output.line(line)
      output.result({ shell, script: script.join('\n') })
    })
}

function placesOf(command: Command, path: string[] = []): Place[] {
  const commands = command.commands.map((one) => ({ word: one.name(), description: one.description() }))
  const options = command.options.flatMap(({ long, description, argChoices }) => [
    ...(long ? [{ word: long, description }] : []),
    ...(argChoices ?? []).map((word) => ({ word, description })),
  ])
  return [
    { path, words: [...commands, ...options] },
    ...command.commands.flatMap((one) => placesOf(one, [...path, one.name()])),
  ]
}

function scriptOf(shell: Shell, places: Place[]): string[] {
  if (shell === 'fish') return fishScript(places)
  const cases = places.map(
    ({ path, words }) =>
      `    ${quote(path.join(' '))}) words=${quote(words.map(({ word }) => word).join(' '))} ;;`,
  )
  const choose = ['  case "$path" in', ...cases, '  esac']
  return shell === 'bash' ? bashScript(places, choose) : zshScript(places, choose)
}

/** The command names of the line, in order. */
function knownPaths(places: Place[]): string {
  return `  local known=${quote(`|${places.map(({ path }) => path.join(' ')).join('|')}|`)}`
}

function bashScript(places: Place[], choose: string[]): string[] {
  return [
    '_store() {',
    '  local path="" words="" word',
    knownPaths(places),
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    [[ "$known" == *"|${path:+$path }$word|"* ]] && path="${path:+$path }$word"',
    '  done',
    ...choose,
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _store store',
  ]
}

/** zsh reserves `words` and `path`, hence other names. */
function zshScript(places: Place[], choose: string[]): string[] {
  const renamed = choose.map((line) => line.replace('"$path"', '"$at"').replace(') words=', ') answers='))
  return [
    '#compdef store',
    '_store() {',
    '  local at="" answers="" word',
    knownPaths(places),
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    [[ "$known" == *"|${at:+$at }$word|"* ]] && at="${at:+$at }$word"',
    '  done',
    ...renamed,
    '  compadd -- ${=answers}',
    '  _files',
    '}',
    'compdef _store store',
  ]
}

function fishScript(places: Place[]): string[] {
  return places.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const condition =
        path.length === 0
          ? '__fish_use_subcommand'
          : path.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ')
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c store -n ${quote(condition)} ${what} -d ${quote(description)}`
    }),
  )
}

function quote(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}
