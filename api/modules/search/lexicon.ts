/**
 * Synonyms in Latin and Devanagari letters; the first is the usual word in shops. The singular is enough, and one of
 * several spellings that sound alike (`kurtaa`, `kurtha`): `soundOf` matches the others.
 */
export const GARMENTS: readonly string[] = [
  'kurta, kurti, kurtha, कुर्ता, कुर्ते, कुर्ती, कुर्तियां, कुरता, कुरती',
  'saree, sari, sadi, saadi, साड़ी, साडी, साड़ियां',
  'lehenga, lehnga, lahenga, lahanga, langa, ghagra, chaniya, लहंगा, लेहंगा, घाघरा',
  'choli, blouse, चोली, ब्लाउज, ब्लाउज़',
  'dupatta, chunni, chunari, odhni, दुपट्टा, चुन्नी, चुनरी, ओढ़नी',
  'salwar, shalwar, सलवार, शलवार',
  'kameez, kamiz, कमीज',
  'churidar, चूड़ीदार',
  'pyjama, pajama, पजामा, पायजामा',
  'palazzo, plazo, पलाज़ो, पलाजो',
  'sherwani, शेरवानी',
  'anarkali, अनारकली',
  'dhoti, lungi, mundu, veshti, धोती, लुंगी',
  'shawl, stole, शॉल, शाल, स्टोल',
  'jacket, koti, sadri, जैकेट, कोटी',
  'coat, कोट',
  'sweater, pullover, jersey, स्वेटर',
  'sweatshirt, स्वेटशर्ट',
  'hoodie, hoody, हुडी',
  'shirt, kameej, शर्ट, कमीज़',
  't-shirt, tshirt, tee, टी-शर्ट, टीशर्ट',
  'top, टॉप',
  'tunic, ट्यूनिक',
  'dress, frock, gown, ड्रेस, फ्रॉक, गाउन',
  'skirt, स्कर्ट',
  'jeans, jens, denim, जींस, जीन्स',
  'trouser, pant, chino, पैंट, पतलून',
  'legging, jegging, लेगिंग',
  'jogger, trackpant, track-pant',
  'cargo, कार्गो',
  'shorts, निकर, शॉर्ट्स',
  'set, सेट',
  'nightwear, nightsuit, nighty, नाइटी',
  'innerwear, बनियान, vest',
  'sock, moza, मोज़े, मोजे',
  'shoe, joota, juta, जूते, जूता',
  'sneaker, trainer, स्नीकर',
  'heel, हील',
  'boot, बूट',
  'jutti, mojari, juti, जूती, मोजरी',
  'sandal, chappal, slipper, flip-flop, सैंडल, चप्पल',
  'bag, handbag, purse, jhola, थैला, बैग, पर्स, झोला',
  'watch, घड़ी',
  'belt, बेल्ट',
  'cap, hat, topi, टोपी',
  'scarf, stole, स्कार्फ',
  'earring, jhumka, jhumki, झुमका, झुमके',
  'bangle, chudi, kada, चूड़ी, कंगन',
  'necklace, haar, हार',
  'ring, angoothi, अंगूठी',
  'anklet, payal, पायल',
]

/**
 * Families of garments: their own names, and the garments, by a spelling of `GARMENTS`, that belong to them. A search
 * for the family finds the garments too, after products that carry the family's name.
 */
export const GARMENT_FAMILIES: readonly { names: string; garments: string }[] = [
  {
    names: 'ethnic, traditional, desi, indian, paramparik, पारंपरिक, पारम्परिक, देसी, एथनिक',
    garments:
      'kurta, saree, lehenga, choli, dupatta, salwar, kameez, churidar, sherwani, anarkali, dhoti, jutti',
  },
  {
    names: 'western, वेस्टर्न',
    garments: 'shirt, t-shirt, top, dress, skirt, jeans, trouser, shorts, jacket, hoodie, sweatshirt, jogger',
  },
  {
    names: 'bottom, bottomwear, lower, बॉटम, बॉटमवियर, लोअर',
    garments:
      'jeans, trouser, palazzo, skirt, shorts, legging, jogger, cargo, pyjama, churidar, salwar, dhoti',
  },
  { names: 'topwear, upper, टॉपवियर', garments: 'shirt, t-shirt, top, tunic, sweatshirt, hoodie, kurta' },
  {
    names: 'winter, winterwear, woollens, sardi, sardiyon, सर्दी, सर्दियों',
    garments: 'sweater, sweatshirt, hoodie, jacket, coat, shawl',
  },
  { names: 'suit, सूट', garments: 'set' },
  { names: 'footwear, foot, फुटवियर', garments: 'shoe, sneaker, heel, boot, jutti, sandal' },
  {
    names: 'jewellery, jewelry, gehne, zevar, गहने, ज्वेलरी, ज़ेवर',
    garments: 'earring, bangle, necklace, ring, anklet',
  },
  {
    names: 'accessory, accessories, एक्सेसरीज़',
    garments: 'bag, belt, cap, scarf, sock, watch, earring, bangle, necklace',
  },
]

/** Fabrics, crafts and occasions: each text holds synonyms in Latin and Devanagari letters, the usual word first. */
export const STYLES: readonly string[] = [
  'cotton, suti, sooti, सूती, कॉटन',
  'silk, resham, reshmi, रेशम, रेशमी, सिल्क',
  'wool, woollen, woolen, ऊनी, ऊन',
  'linen, लिनन',
  'khadi, खादी',
  'embroidered, embroidery, kadhai, कढ़ाई',
  'printed, print, chhapa, प्रिंटेड',
  'chikankari, chikan, चिकनकारी',
  'banarasi, benarasi, बनारसी',
  'festive, festival, tyohar, त्योहार, त्यौहार',
  'wedding, shaadi, shadi, bridal, dulhan, शादी',
  'party, पार्टी',
  'office, formal, ऑफिस',
  'handloom, handwoven, hathkargha, हथकरघा',
]

/** Audiences. A search without matches is repeated without them. */
export const AUDIENCES: readonly string[] = [
  'women, woman, ladies, lady, female, womens, mahila, aurat, महिला, महिलाएं, महिलाओं, औरत, औरतें, औरतों, लेडीज',
  'men, man, gents, male, mens, purush, mard, aadmi, पुरुष, पुरुषों, मर्द, मर्दों, जेंट्स',
  'girls, girl, ladki, लड़की, लड़कियाँ, लड़कियां, लड़कियों',
  'boys, boy, ladka, लड़का, लड़के, लड़कों',
  'kids, kid, child, children, baby, bachche, बच्चा, बच्चे, बच्चों',
  'unisex',
]

/** Words that a search ignores. */
export const STOP_WORDS = new Set(
  `a an and any are at best buy by cheap collection color colour for from good i in is latest looking me my need new of on online
  or please price sale shop show some the to under want wear with near
  chahiye dikhao mujhe rang ka ke ki ko liye wala wali wale aur mein me clothes clothing kapde kapda kapdon
  का के की को कपड़े कपड़ा कपड़ों लिए लिये वाला वाली वाले और में चाहिए दिखाओ मुझे रंग नया नई नए`.split(/\s+/),
)

/** Garments whose name contains another garment's name: a search for a shirt excludes T-shirts. */
export const OTHER_GARMENTS = new Map([['shirt', ['t-shirt', 'tshirt', 'sweatshirt']]])

/** Titles in which a garment's name describes another garment, such as a shirt dress: they rank after the garment. */
export const DESCRIBED_GARMENTS = new Map([
  ['shirt', ['dress', 'overshirt', 'jacket', 'kurta', 'kurti']],
  ['t-shirt', ['dress']],
  ['jeans', ['jacket', 'shirt', 'skirt', 'dress']],
])
