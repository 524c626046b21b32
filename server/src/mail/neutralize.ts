/** Long enough for any name, too short for a letter. */
const longestName = 80;

export const neutralizeName = (name: string): string => shortenName(neutralize(name));

export function shortenName(text: string): string {
  const characters = [...text];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : text;
}

/** A text in which no mail program finds a link: `https://evil.example` becomes `https[:]//evil[.]example`. */
export function neutralize(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replaceAll(/\b(mailto|tel|sms|callto|data|javascript):(?=\S)/gi, '$1[:]')
    .replaceAll(/\b\d{1,3}(?:[.\u2024\u3002\uff0e\uff61]\d{1,3}){3}\b/g, (address) =>
      address.replaceAll(/\D/g, '[.]'),
    )
    .replaceAll(/\b(www)\.(?=\S)/gi, '$1[.]')
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}_-])[.\u2024\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{M}\p{N}-])/gu, '[.]');
}

/** Characters that hide what a text says, or turn it around. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
