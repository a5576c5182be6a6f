import { Box } from '@mui/material'

/** A product's picture beside its name, which says what it shows. */
export function Picture({ src, size = 48 }: { src: string | null | undefined; size?: number }) {
  return (
    <Box
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 1,
        overflow: 'hidden',
        background: 'action.hover',
      }}
    >
      {src && (
        <Box
          component="img"
          src={src}
          alt=""
          loading="lazy"
          width={size}
          height={size}
          sx={{ objectFit: 'cover', display: 'block' }}
        />
      )}
    </Box>
  )
}
