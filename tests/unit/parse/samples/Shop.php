<?php

namespace App\Shop;

use App\Base;

/**
 * A shop.
 */
#[Attribute]
abstract class Shop extends Base implements \Countable
{
    use Loggable;

    public const MAX = 10, MIN = 1;
    protected ?string $name = null, $other;
    private static int $count = 0;

    public function __construct(private readonly Db $db, int $limit) {}

    /** Finds one. */
    final public static function find(string $name, ?int $limit = null): ?static
    {
        $local = 1;
        $helper = function ($x) { return $x; };
        return null;
    }

    #[Route('/shop/{id}', methods: ['GET'], name: 'a]')]
    abstract protected function close(): void;
}

interface Priced { const CURRENCY = 'EUR'; public function price(): float; }
trait Loggable { public function log(string $m): void {} }
enum Level: string { case Low = 'low'; case High = 'high'; public function label(): string { return ''; } }

/** @deprecated */
function helper(array $items): array { return $items; }
define('SHOP_VERSION', '1.0');
const DEBUG = true;
$config = ['a' => 1];
