/**
 * Synonyms in Latin and Devanagari letters; the first is the usual word in shops. The singular is enough, and one of
 * several spellings that sound alike (`kurtaa`, `kurtha`): `soundOf` matches the others.
 */
export const GARMENTS: readonly string[] = [
  'kurta, kurti, kurtha, कुर्ता, कुर्ते, कुर्ती, कुर्तियां, कुरता, कुरती',
  'saree, sari, sadi, saadi, साड़ी, साडी, साड़ियां',
  'lehenga, lehnga, lahanga, langa, ghagra, chaniya, लहंगा, लेहंगा, घाघरा',
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
  'jeans, denim, जींस, जीन्स',
  'trouser, pant, chino, पैंट, पतलून',
  'legging, jegging, लेगिंग',
  'shorts, निकर, शॉर्ट्स',
  'suit, सूट',
  'nightwear, nightsuit, nighty, नाइटी',
  'innerwear, बनियान, vest',
  'sock, मोज़े, मोजे',
  'shoe, footwear, जूते, जूता',
  'jutti, mojari, juti, जूती, मोजरी',
  'sandal, chappal, slipper, flip-flop, सैंडल, चप्पल',
  'bag, handbag, purse, jhola, थैला, बैग, पर्स, झोला',
  'watch, घड़ी',
  'belt, बेल्ट',
  'cap, hat, topi, टोपी',
  'scarf, stole, स्कार्फ',
  'jewellery, jewelry, gehne, गहने, ज्वेलरी',
  'earring, jhumka, jhumki, झुमका, झुमके',
  'bangle, chudi, kada, चूड़ी, कंगन',
  'necklace, haar, हार',
  'ring, angoothi, अंगूठी',
]

/** Fabrics, crafts and colours, in the same form. */
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
  'red, lal, laal, maroon, लाल',
  'blue, neela, nila, navy, नीला, नीली',
  'green, hara, हरा, हरी',
  'yellow, peela, pila, mustard, पीला, पीली',
  'black, kala, kaala, काला, काली',
  'white, safed, off-white, सफ़ेद, सफेद',
  'pink, gulabi, rani, गुलाबी',
  'orange, narangi, नारंगी, kesari, केसरी',
  'purple, baingani, jamuni, बैंगनी, जामुनी',
  'brown, bhura, भूरा',
  'grey, gray, सलेटी, स्लेटी',
  'gold, golden, sunehra, सुनहरा',
  'silver, chandi, चांदी',
]

/** Audiences. A search without matches is repeated without them. */
export const AUDIENCES: readonly string[] = [
  'women, woman, ladies, lady, female, womens, mahila, aurat, महिला, महिलाओं, औरत, लेडीज',
  'men, man, gents, male, mens, purush, mard, पुरुष, पुरुषों, मर्द, जेंट्स',
  'girls, girl, ladki, लड़की, लड़कियों',
  'boys, boy, ladka, लड़का, लड़कों',
  'kids, kid, child, children, baby, bachche, बच्चे, बच्चों',
  'unisex',
]

/** Words that a search ignores. */
export const STOP_WORDS = new Set(
  `a an and any are at best buy by cheap collection for from good i in is latest me my new of on online or please price
  sale shop show some the to under want wear with near chahiye dikhao ka ke ki ko liye wala wali wale aur mein me
  का के की को लिए लिये वाला वाली वाले और में चाहिए दिखाओ नया नई नए`.split(/\s+/),
)

/** Garments whose name contains another garment's name: a search for a shirt excludes T-shirts. */
export const OTHER_GARMENTS = new Map([['shirt', ['t-shirt', 'tshirt', 'sweatshirt']]])
