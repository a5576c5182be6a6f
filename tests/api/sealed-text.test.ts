import { expect, it } from 'vitest'

import { openSealedText, sealText } from '../../api/sealed-text.ts'

const FACTS = { purpose: 'second-factor', tenantId: 'asha', owner: 'p1' } as const
const [OLD, NEW] = ['an old secret of 32 characters...', 'a new secret of 32 characters....']

it(
  'a sealed text opens with the secret that sealed it, for its owner and shop alone',
  { tags: ['@req-12.7'] },
  () => {
    const sealed = sealText([OLD], FACTS, 'JBSWY3DP')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(openSealedText([OLD], FACTS, sealed)).toBe('JBSWY3DP')
    expect(openSealedText([NEW, OLD], FACTS, sealed)).toBe('JBSWY3DP')
    expect(openSealedText([NEW], FACTS, sealed)).toBeUndefined()
    expect(openSealedText([OLD], { ...FACTS, owner: 'p2' }, sealed)).toBeUndefined()
    expect(openSealedText([OLD], { ...FACTS, tenantId: 'bela' }, sealed)).toBeUndefined()
    expect(openSealedText([OLD], FACTS, sealed.slice(0, 20))).toBeUndefined()
    expect(sealText([OLD], FACTS, 'JBSWY3DP')).not.toBe(sealed)
  },
)
